/** An escape of a text in JSON; the first group is half of a surrogate pair. `JSON.stringify` writes whole pairs as they are. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * The JSON of an answer. Texts that lie in other texts as JSON may say half of a surrogate pair, where an SDK has cut an
 * emoji: not every reader of JSON takes that, so it is U+FFFD, as it is wherever UTF-8 is written.
 */
export function answerJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes(String.raw`\ud`)) return json;
  return json.replaceAll(ESCAPE, (escape: string, half?: string) => (half === undefined ? escape : '\ufffd'));
}
