import { cut } from '../lib/cut.ts';

/** Names and ids are cut here: they become index keys. */
export const MAX_KEPT_NAME = 1000;

/** A name as it is kept, wherever it was read: cut at 1,000 characters, never inside a surrogate pair. */
export const keptName = (text: string | null): string | null =>
  text === null ? null : cut(text, MAX_KEPT_NAME);

const NO_NAMES: readonly string[] = [];

/** `keptName` of each; an empty list for null. */
export const keptNames = (texts: readonly string[] | null): readonly string[] =>
  texts?.map((text) => cut(text, MAX_KEPT_NAME)) ?? NO_NAMES;
