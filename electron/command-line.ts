/** What the launcher that stands on the PATH puts before the words of a person. */
export const commandLineFlag = '--cli';

/**
 * The words of `tracedeck …` where the app was started by its launcher on the PATH: an installed app has no Node of its
 * own to run the command line with. Null where a window is meant, by no words or `app`.
 */
export function commandOf(args: readonly string[]): readonly string[] | null {
  const at = args.indexOf(commandLineFlag);
  if (at === -1) return null;
  const words = args.slice(at + 1);
  return words.length === 0 || words[0] === 'app' ? null : words;
}

/** `process.argv` as the command line reads it: in an unpackaged Electron a script stands before the words. */
export function argvOf(program: string, words: readonly string[], isUnpackaged: boolean): string[] {
  return isUnpackaged ? [program, 'tracedeck', ...words] : [program, ...words];
}
