import { isUnspaced, wordsOf } from './search-text.ts';

/** One thing that is searched for: words that stand next to each other, or one word alone. */
export interface SearchTerm {
  /** As they stand in the index, one space between them: letters, digits and marks only. */
  readonly words: string;
  /** The last word may go on. */
  readonly isBeginning: boolean;
  /** What holds it is not wanted. */
  readonly isExcluded: boolean;
}

/** Shorter beginnings would be those of nearly everything. */
const SHORTEST_BEGINNING = 2;

/** A word up to the next space, or a quoted phrase (up to the end where the quote is not closed), maybe after a minus. */
const TERM = /(-?)(?:"([^"]*)("?)|(\S+))/g;

/**
 * What a person typed, as terms of which all must hold: words, "quoted phrases", -excluded ones. A word with signs in it
 * (`gpt-4o`) is a phrase. The last word may be the beginning of one. Empty when there is no letter or digit in it.
 */
export function parseSearch(text: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  const matches = [...text.matchAll(TERM)];
  for (const [i, [, sign = '', phrase, close, bare = '']] of matches.entries()) {
    const isQuoted = phrase !== undefined;
    // Of "--verbose" the signs are no more than signs.
    const isExcluded = sign === '-' && !bare.startsWith('-');
    const words = wordsOf(phrase ?? bare);
    const last = words.at(-1);
    if (last === undefined) continue;
    const isOpen = i === matches.length - 1 && !isExcluded && !(isQuoted && close === '"');
    const isBeginning = isOpen && last.length >= SHORTEST_BEGINNING && !isUnspaced(last);
    const term = { words: words.join(' '), isBeginning, isExcluded };
    terms.set(matchOf(term) + String(isExcluded), term);
  }
  return [...terms.values()];
}

/** The term in FTS5's language. Between the quotes are letters, digits and marks: nothing that could end them. */
export const matchOf = ({ words, isBeginning }: SearchTerm): string => `"${words}"${isBeginning ? ' *' : ''}`;
