const WINDOWS_PATH = /^[a-z]:\\|^\\\\/i;

/** As a terminal of the machine takes it: each word stays one, and what it says. On Windows no path has a quote in it. */
export function commandText(words: readonly string[]): string {
  const isWindows = words.some((word) => WINDOWS_PATH.test(word));
  const isPlain = isWindows ? /^[\w.:\\-]+$/ : /^[\w./:-]+$/;
  const quoted = (word: string): string => (isWindows ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`);
  return words.map((word) => (isPlain.test(word) ? word : quoted(word))).join(' ');
}
