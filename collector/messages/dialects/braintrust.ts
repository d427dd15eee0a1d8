import { isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { Dialect } from './dialect.ts';
import { decoded, readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const INPUTS = ['braintrust.input_json', 'braintrust.input'];
const OUTPUTS = ['braintrust.output_json', 'braintrust.output'];

/** Braintrust's spans: a call's messages and choices, a tool's and a function's values, as JSON; tools stand with the settings. */
export const braintrust: Dialect = {
  name: 'braintrust',
  speaks: ({ record: { attributes } }) => [...INPUTS, ...OUTPUTS].some((key) => attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    const input = INPUTS.find((key) => attributes.has(key));
    const output = OUTPUTS.find((key) => attributes.has(key));
    if (isTool(span)) {
      const args = decoded(attributes, input, cache);
      return sayToolUse(span, { args, result: decoded(attributes, output, cache) }, cache);
    }
    const reading = readInputOutput(span, { input, output, isJson: true }, cache);
    const settings = structured(attributes, 'braintrust.metadata', cache);
    const tools = isObject(settings) ? readTools(settings['tools'], cache) : [];
    return { ...reading, tools: tools.length > 0 ? tools : reading.tools };
  },
};
