import { isTool } from '../conversation-span.ts';
import type { Dialect } from './dialect.ts';
import { decoded, readInputOutput } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const keys = { input: 'lmnr.span.input', output: 'lmnr.span.output', isJson: true };
/** Where OpenHands and the AI SDK's integration say which call of the model a tool answers. */
const IDS = ['lmnr.association.properties.metadata.tool_call_id', 'ai.toolCall.id'];

/** Laminar's SDKs: what a function took and gave, as JSON. */
export const laminar: Dialect = {
  name: 'laminar',
  speaks: ({ record }) => record.attributes.has(keys.input) || record.attributes.has(keys.output),
  read(span, cache) {
    const { attributes } = span.record;
    if (!isTool(span)) return readInputOutput(span, keys, cache);
    const id = IDS.map((key) => attributes.string(key)).find((value) => value !== undefined);
    const args = decoded(attributes, keys.input, cache);
    return sayToolUse(span, { id, args, result: decoded(attributes, keys.output, cache) }, cache);
  },
};
