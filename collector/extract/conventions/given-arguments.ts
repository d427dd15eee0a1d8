import type { AttributeValue } from '../../decode/records.ts';
import { PREVIEW_LENGTH } from '../preview-length.ts';
import { SCAN_LIMIT, eachElement, memberStart, skipBlank, stringHead, valueEnd } from '../json-scan.ts';
import { clip, valuePreview } from '../preview.ts';

/**
 * What a function was given, of `{args, kwargs}` (decorators) and `{inputs, …}` (LangChain): the one value that it is, else
 * the whole.
 */
export function givenPreview(value: AttributeValue | undefined): string | null {
  if (typeof value !== 'string' || !value.startsWith('{')) return valuePreview(value);
  const limit = Math.min(value.length, SCAN_LIMIT);
  const at = soleValue(value, limit);
  if (at < 0) return valuePreview(value);
  const end = valueEnd(value, at, limit);
  return clip(stringHead(value, at, PREVIEW_LENGTH) ?? value.slice(at, end < 0 ? limit : end));
}

/** Where the only argument begins, or those that are named; -1 where there are several, or nothing says which is which. */
function soleValue(text: string, limit: number): number {
  const inputs = memberStart(text, 0, 'inputs', limit);
  if (inputs >= 0) return inputs;
  const args = memberStart(text, 0, 'args', limit);
  if (text.charAt(args) !== '[') return -1;
  const starts: number[] = [];
  eachElement(text, args, limit, (start) => starts.push(start) < 2);
  const named = memberStart(text, 0, 'kwargs', limit);
  if (starts.length === 0) return named;
  const hasNamed = named >= 0 && text.charAt(skipBlank(text, named + 1, limit)) !== '}';
  return starts.length === 1 && !hasNamed ? starts[0]! : -1;
}
