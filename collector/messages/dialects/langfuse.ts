import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { readThrown } from '../../decode/failure.ts';
import { readSystem } from '../payloads/request.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import { say, withInstructions } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { answerIn, sayToolUse } from './tool-use.ts';

const INPUT = ['langfuse.observation.input', 'langfuse.trace.input'];
const OUTPUT = ['langfuse.observation.output', 'langfuse.trace.output'];
/** Where the wrapper of OpenAI's SDK keeps what the Responses API echoes. */
const INSTRUCTIONS = 'langfuse.observation.metadata.instructions';
const TOOLS = 'langfuse.observation.metadata.tools';

const keyIn = (attributes: Attributes, keys: readonly string[]): string | undefined =>
  keys.find((key) => attributes.has(key));

/** Langfuse's SDKs: the observation's input and output, on roots also those of the whole trace. */
export const langfuse: Dialect = {
  name: 'langfuse',
  speaks: ({ record }) => [...INPUT, ...OUTPUT].some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    const hasThrown = readThrown(attributes) !== undefined;
    const keys = {
      input: keyIn(attributes, INPUT),
      // The failure tells it.
      output: hasThrown ? undefined : keyIn(attributes, OUTPUT),
    };
    if (isTool(span)) {
      const args = structured(attributes, keys.input, cache);
      const result = structured(attributes, keys.output, cache);
      const answer = answerIn(result, cache);
      const isError = answer?.is_error === true;
      return sayToolUse(span, { id: answer?.id, args, result: answer?.response ?? result, isError }, cache);
    }
    const reading = readInputOutput(span, keys, cache);
    const instructions = readSystem(structured(attributes, INSTRUCTIONS, cache), cache);
    const tools = readTools(structured(attributes, TOOLS, cache), cache);
    return {
      ...reading,
      system: withInstructions(say(instructions, { direction: 'input' }), reading.system),
      tools: reading.tools.length > 0 ? reading.tools : tools,
    };
  },
};
