import { linkScheme, pathOfLink } from './deep-links.ts';
import { flagsWithValue, ownSettingsFlag } from './flags.ts';

/** What starting the app asks of it, or a second start of the one that runs. */
export interface StartRequest {
  /** A page to go to, from a link. */
  readonly path: string | null;
  /** Files to open, absolute. */
  readonly files: readonly string[];
  /** Started by the system at login: nobody wants a window yet. */
  readonly hidden: boolean;
}

export const hiddenFlag = '--hidden';

/** What a second start hands to the first, so that it has the words in their order: Chromium puts flags before all else. */
export interface SecondStart {
  readonly argv: readonly string[];
}

/** The words of a second start as they were typed; where it did not hand them over, as Chromium tells them. */
export function argvOfSecond(handed: unknown, told: readonly string[]): readonly string[] {
  const { argv } = (handed ?? {}) as Partial<Record<keyof SecondStart, unknown>>;
  return Array.isArray(argv) && argv.every((word) => typeof word === 'string') ? argv : told;
}

/**
 * Reads the arguments of a start: without the program itself and, where the app runs from its sources, without its main
 * script. Words that Chromium puts among them all begin with dashes.
 */
export function readStartRequest(args: readonly string[], absolute: (file: string) => string): StartRequest {
  let path: string | null = null;
  const files: string[] = [];
  for (const word of wordsOf(args)) {
    if (isLink(word)) path ??= pathOfLink(word);
    else if (isFileName(word)) files.push(absolute(word));
  }
  return { path, files, hidden: args.includes(hiddenFlag) };
}

/** What is neither a flag nor the value of one. */
const wordsOf = (args: readonly string[]): string[] =>
  args.filter((argument, at) => !argument.startsWith('-') && !flagsWithValue.has(args[at - 1] ?? ''));

const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${linkScheme}:`);

/** Whether a start is for a file or a link. The folder that it is started in may then be where the file came from. */
export const isForSomething = (args: readonly string[], hasScript: boolean): boolean =>
  wordsOf(args)
    .slice(hasScript ? 1 : 0)
    .some((word) => isLink(word) || isFileName(word));

/** Any other scheme is an address, which nobody may make us read; `C:\x` is a drive. */
const isFileName = (argument: string): boolean =>
  argument !== '' && argument !== 'app' && !/^[a-z][a-z0-9+.-]+:/i.test(argument);

/**
 * The arguments for a start in the place of this one: its flags, not the files and links that were opened long ago. Settings of
 * the folder that these were opened in count then no more than they did.
 */
export function argsForRestart(args: readonly string[], hasScript: boolean): string[] {
  const kept = args.filter(
    (argument, at) =>
      (argument.startsWith('-') && argument !== hiddenFlag) ||
      flagsWithValue.has(args[at - 1] ?? '') ||
      (hasScript && at === 0),
  );
  const isMarked = kept.includes(ownSettingsFlag) || !isForSomething(args, hasScript);
  return isMarked ? kept : [...kept, ownSettingsFlag];
}
