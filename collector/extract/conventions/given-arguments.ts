import type { AttributeValue } from '../../decode/records.ts';
import { PREVIEW_LENGTH } from '../preview-length.ts';
import { SCAN_LIMIT, eachElement, memberStart, skipBlank, stringHead, valueEnd } from '../json-scan.ts';
import { clip, valuePreview } from '../preview.ts';

/**
 * What a function was given, of `{args, kwargs}` (decorators), `{inputs, …}` (LangChain) and `{tool_name, arguments}` (MCP): the
 * one value that it is, else the whole.
 */
export const givenPreview = (value: AttributeValue | undefined): string | null =>
  partPreview(value, soleValue);

/** What a function gave: of `{result, is_error}`, which a tool of MCP answers, the result. */
export function answerPreview(
  given: AttributeValue | undefined,
  value: AttributeValue | undefined,
): string | null {
  const isMcp = typeof given === 'string' && argumentsOfMcp(given, Math.min(given.length, SCAN_LIMIT)) >= 0;
  return isMcp
    ? partPreview(value, (text, limit) => memberStart(text, 0, 'result', limit))
    : valuePreview(value);
}

const argumentsOfMcp = (text: string, limit: number): number =>
  memberStart(text, 0, 'tool_name', limit) < 0 ? -1 : memberStart(text, 0, 'arguments', limit);

function partPreview(
  value: AttributeValue | undefined,
  partAt: (text: string, limit: number) => number,
): string | null {
  if (typeof value !== 'string' || !value.startsWith('{')) return valuePreview(value);
  const limit = Math.min(value.length, SCAN_LIMIT);
  const at = partAt(value, limit);
  if (at < 0) return valuePreview(value);
  const end = valueEnd(value, at, limit);
  return clip(stringHead(value, at, PREVIEW_LENGTH) ?? value.slice(at, end < 0 ? limit : end));
}

/** Where the only argument begins, or those that are named; -1 where there are several, or nothing says which is which. */
function soleValue(text: string, limit: number): number {
  const whole = Math.max(memberStart(text, 0, 'inputs', limit), argumentsOfMcp(text, limit));
  if (whole >= 0) return whole;
  const args = memberStart(text, 0, 'args', limit);
  if (text.charAt(args) !== '[') return -1;
  const starts: number[] = [];
  eachElement(text, args, limit, (start) => starts.push(start) < 2);
  const named = memberStart(text, 0, 'kwargs', limit);
  if (starts.length === 0) return named;
  const hasNamed = named >= 0 && text.charAt(skipBlank(text, named + 1, limit)) !== '}';
  return starts.length === 1 && !hasNamed ? starts[0]! : -1;
}
