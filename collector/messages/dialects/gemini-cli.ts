import { isTool } from '../conversation-span.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const keys = { input: 'input-json', output: 'output-json' };

/** Gemini CLI before it wrote the conventions' messages: what its functions took and gave, as JSON. */
export const geminiCli: Dialect = {
  name: 'gemini-cli',
  speaks: ({ record }) => record.attributes.has(keys.input) || record.attributes.has(keys.output),
  read(span, cache) {
    const { attributes } = span.record;
    if (!isTool(span)) return readInputOutput(span, keys, cache);
    const args = structured(attributes, keys.input, cache);
    return sayToolUse(span, { args, result: structured(attributes, keys.output, cache) }, cache);
  },
};
