import { isTool } from '../conversation-span.ts';
import { isObject, stringOf } from '../json.ts';
import { documentsPart } from '../named-parts.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const keys = { input: 'langwatch.input', output: 'langwatch.output' };
/** What a search found, by its SDKs for TypeScript and for Python. */
const FOUND = ['langwatch.contexts', 'langwatch.rag_contexts'];

/** LangWatch's SDKs: what a function took and gave, as JSON of `{type, value}`. */
export const langwatch: Dialect = {
  name: 'langwatch',
  speaks: ({ record: { attributes } }) =>
    [keys.input, keys.output, ...FOUND].some((key) => attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    const valueOf = (key: string): unknown => unwrap(structured(attributes, key, cache));
    if (isTool(span))
      return sayToolUse(span, { args: valueOf(keys.input), result: valueOf(keys.output) }, cache);
    const own = readInputOutput(span, { ...keys, unwrap }, cache);
    const found = FOUND.map(valueOf).find((value) => Array.isArray(value));
    const documents = Array.isArray(found) ? found.filter(isObject).map(documentOf) : [];
    if (documents.length === 0) return own;
    return {
      ...own,
      output: say([messageOf('assistant', [documentsPart(documents)])], { direction: 'output' }),
    };
  },
};

/** A list is one of such values; of texts it is what was said. */
function unwrap(value: unknown): unknown {
  if (!isObject(value) || !('value' in value)) return value;
  const { type, value: inner } = value;
  if (type !== 'list' || !Array.isArray(inner)) return inner;
  const values = inner.map(unwrap);
  return values.every((one) => typeof one === 'string') ? values.join('\n') : values;
}

const documentOf = (context: Readonly<Record<string, unknown>>) => ({
  id: stringOf(context, 'document_id', 'chunk_id') ?? null,
  content: stringOf(context, 'content') ?? JSON.stringify(context['content'] ?? null),
  score: null,
  metadata: null,
});
