import { functionParameters, holdsParameters } from '../../decode/function-parameters.ts';
import { isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import type { Dialect } from './dialect.ts';
import { structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const ARGUMENTS = 'gen_ai.tool.call.arguments';
const RESULT = 'gen_ai.tool.call.result';
const RETURNED = 'code.function.return.value';

/**
 * OpenTelemetry's instrumentation of google-genai, of the functions that the SDK calls by itself: a key a parameter, among
 * the span's own before 1.0, since then as the members of the conventions' arguments.
 */
export const googleGenAi: Dialect = {
  name: 'google-genai',
  speaks: (span) => {
    const { attributes } = span.record;
    if (!isTool(span)) return false;
    return (
      attributes.has(RETURNED) ||
      holdsParameters(attributes.string(ARGUMENTS) ?? '') ||
      functionParameters(attributes.keys(), String) !== undefined
    );
  },
  read(span, cache) {
    const { attributes } = span.record;
    const own = functionParameters(attributes.keys(), (key) => structured(attributes, key, cache));
    const written = structured(attributes, ARGUMENTS, cache);
    const parameters =
      own ??
      (isObject(written) ? functionParameters(Object.keys(written), (key) => written[key]) : undefined);
    return sayToolUse(
      span,
      {
        id: attributes.string('gen_ai.tool.call.id'),
        name: attributes.string('gen_ai.tool.name'),
        args: parameters === undefined ? written : Object.fromEntries(parameters),
        result: structured(attributes, attributes.has(RESULT) ? RESULT : RETURNED, cache),
      },
      cache,
    );
  },
};
