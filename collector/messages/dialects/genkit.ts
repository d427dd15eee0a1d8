import { type ConversationSpan, isTool } from '../conversation-span.ts';
import type { ReadCache } from '../read-cache.ts';
import type { Reading } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const INPUT = 'genkit:input';
const OUTPUT = 'genkit:output';

/** Genkit's actions: a model's `{messages, tools}` and `{message, finishReason}`, a tool's and a flow's values, as JSON. */
export const genkit: Dialect = {
  name: 'genkit',
  speaks: ({ record }) => record.attributes.has(INPUT) || record.attributes.has(OUTPUT),
  read(span, cache) {
    if (isTool(span)) return readTool(span, cache);
    const reading = readInputOutput(span, { input: INPUT, output: OUTPUT }, cache);
    // The loop around a model's calls names actions (`/tool/rain`); the call has what they are.
    return { ...reading, tools: reading.tools.filter(({ name }) => !name.startsWith('/')) };
  },
};

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  return sayToolUse(
    span,
    {
      name: attributes.string('genkit:name'),
      args: structured(attributes, INPUT, cache),
      result: structured(attributes, OUTPUT, cache),
    },
    cache,
  );
}
