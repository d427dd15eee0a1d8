import { ApiError } from '../errors.ts';

/** An escape of a text in JSON; the first group is half of a surrogate pair. `JSON.stringify` writes whole pairs as they are. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * The JSON of an answer. Texts that lie in other texts as JSON may say half of a surrogate pair, where an SDK has cut an
 * emoji: not every reader of JSON takes that, so it is U+FFFD, as it is wherever UTF-8 is written. Throws a VALIDATION_ERROR where it
 * is longer than a text can be.
 */
export function answerJson(value: unknown): string {
  const json = jsonOf(value);
  if (!json.includes(String.raw`\ud`)) return json;
  return json.replaceAll(ESCAPE, (escape: string, half?: string) => (half === undefined ? escape : '\ufffd'));
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (!(cause instanceof RangeError && cause.message === 'Invalid string length')) throw cause;
    throw new ApiError('VALIDATION_ERROR', 'the answer is longer than half a gigabyte: ask for less', {
      cause,
    });
  }
}
