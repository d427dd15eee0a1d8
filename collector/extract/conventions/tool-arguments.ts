import { functionParameters, holdsParameters } from '../../decode/function-parameters.ts';
import type { Attributes } from '../../decode/records.ts';
import { SCAN_LIMIT, eachMember, valueEnd } from '../json-scan.ts';
import { clip, valuePreview } from '../preview.ts';

/** By the conventions, and as Axiom's SDK has them. */
const ARGUMENTS = ['gen_ai.tool.call.arguments', 'gen_ai.tool.arguments'] as const;

/** What a tool was given, by the conventions; by google-genai's instrumentation a parameter a key, there or of the span's own. */
export function argumentsPreview(attributes: Attributes): string | null {
  const own = attributes.get(ARGUMENTS[0]) ?? attributes.get(ARGUMENTS[1]);
  if (own === undefined)
    return valuePreview(functionParameters(attributes.keys(), (key) => attributes.get(key) ?? null));
  const parameters = typeof own === 'string' ? parametersIn(own) : undefined;
  return parameters === undefined ? valuePreview(own) : clip(parameters);
}

/** The parameters' values as a JSON object. */
function parametersIn(text: string): string | undefined {
  if (!holdsParameters(text)) return undefined;
  const members = new Map<string, string>();
  const limit = Math.min(text.length, SCAN_LIMIT);
  eachMember(text, 0, limit, (name, start) => {
    const end = valueEnd(text, start, limit);
    if (end >= 0) members.set(name, text.slice(start, end));
    return end >= 0;
  });
  const parameters = functionParameters(members.keys(), (key) => members.get(key) ?? 'null');
  return parameters && `{${[...parameters].map(([name, value]) => `"${name}":${value}`).join()}}`;
}
