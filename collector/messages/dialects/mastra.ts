import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

/** Input and output of the versions before 0.24, which wrote them under one name for all spans. */
const OLD = { input: 'input', output: 'output' };

/** Mastra's own attributes: `mastra.<type of span>.input` and `.output`; calls and tools have the conventions' instead. */
export const mastra: Dialect = {
  name: 'mastra',
  speaks: ({ record: { attributes } }) => attributes.has('mastra.span.type'),
  read(span, cache) {
    const { attributes } = span.record;
    const type = attributes.string('mastra.span.type');
    const keyOf = (side: 'input' | 'output'): string | undefined =>
      [`mastra.${type}.${side}`, OLD[side]].find((key) => attributes.has(key));
    const keys = { input: keyOf('input'), output: keyOf('output') };
    if (isTool(span)) {
      const args = structured(attributes, keys.input, cache);
      const result = structured(attributes, keys.output, cache);
      return args === undefined && result === undefined ? {} : sayToolUse(span, { args, result }, cache);
    }
    const reading = readInputOutput(span, keys, cache);
    if (type !== 'agent_run') return reading;
    return {
      ...reading,
      ...readAgentOutput(attributes, keys.output, cache),
    };
  },
};

/** An agent's answer: `{text, object?, files?}`, where the object is the text, parsed. */
function readAgentOutput(
  attributes: Attributes,
  key: string | undefined,
  cache: ReadCache,
): Partial<Reading> {
  const value = structured(attributes, key, cache);
  if (!isObject(value) || typeof value['text'] !== 'string' || Array.isArray(value['toolCalls'])) return {};
  const files = Array.isArray(value['files']) ? (value['files'] as readonly unknown[]) : [];
  const said = value['text'] === '' ? JSON.stringify(value['object']) : value['text'];
  const parts = [
    ...readMessages(said, 'assistant', cache).flatMap((content) => content.parts),
    ...files.flatMap((file) => readParts(file, cache)),
  ];
  return { output: say([messageOf('assistant', parts)], { direction: 'output' }) };
}
