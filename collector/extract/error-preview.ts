import { failureWords } from '../decode/failure.ts';
import type { SpanInput } from './fields.ts';
import { clip } from './preview.ts';

/** What everything that is thrown is called in JavaScript. */
const NO_NAME = 'Error';

/** What a failed span says of it in a line, with the name of what was thrown: `TypeError: Bad input.`; null of one without words. */
export function errorPreview(span: SpanInput): string | null {
  const exception = span.events().findLast(({ name }) => name === 'exception');
  const words = failureWords(span, exception?.attributes);
  if (words === undefined) return null;
  const { name, message } = words;
  return clip(
    name === null || name === NO_NAME || message.startsWith(name) ? message : `${name}: ${message}`,
  );
}
