import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { finishPart } from '../payloads/parts.ts';
import { toolResponsePart } from '../payloads/tool-value.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const HEARD = 'transcript';
const SPOKEN = 'text';
const KEYS = [
  'input',
  'output',
  'tools',
  'tools.definitions',
  'tool.arguments',
  'tool.result',
  HEARD,
  SPOKEN,
];

/**
 * Pipecat: the whole chat as JSON and the text of the answer; of a model that hears and speaks by itself the two halves of a
 * tool's use, a span each. Speech is told by its own span alone: the chat has the words.
 */
export const pipecat: Dialect = {
  name: 'pipecat',
  speaks: ({ span, record }) =>
    span.framework === 'pipecat' && KEYS.some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    if (attributes.has('tool.result')) return readResult(span, cache);
    if (isTool(span)) {
      const id = attributes.string('tool.call_id');
      return sayToolUse(span, { id, args: structured(attributes, 'tool.arguments', cache) }, cache);
    }
    if (attributes.has(HEARD) || attributes.has(SPOKEN)) return readSpeech(attributes, cache);
    const tools = attributes.has('tools') ? 'tools' : 'tools.definitions';
    return {
      ...readInputOutput(span, { input: 'input', output: 'output' }, cache),
      tools: readTools(structured(attributes, tools, cache), cache),
    };
  },
};

function readSpeech(attributes: Attributes, cache: ReadCache): Partial<Reading> {
  return {
    input: say(readMessages(attributes.string(HEARD), 'user', cache), { direction: 'input', isRaw: true }),
    output: say(readMessages(attributes.string(SPOKEN), 'assistant', cache), {
      direction: 'output',
      isRaw: true,
    }),
  };
}

function readResult(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const answer = toolResponsePart({
    id: attributes.string('tool.call_id'),
    name: attributes.string('tool.function_name'),
    response: structured(attributes, 'tool.result', cache),
    isError: attributes.string('tool.result_status') === 'error',
  });
  return { output: say([messageOf('tool', [finishPart(answer, cache)])], { direction: 'output' }) };
}
