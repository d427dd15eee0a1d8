import { foldLetters } from '../../contract/fold-letters.ts';

/**
 * What a span is to be found by, as a reader thread found it and the ingest thread indexes it. `texts` are the messages
 * that it carries, folded; null where its trace has the text already, and nothing where others share it, too.
 */
export interface SearchEntry {
  readonly span: number;
  readonly trace: number;
  readonly ticket: number;
  /** Names and ids, folded. */
  readonly names: readonly string[];
  readonly texts: readonly (readonly [hash: number, text: string | null])[];
}

/**
 * Stands between texts, so that no phrase runs from one into the next: folding leaves none in any text. Of Latin-1, so that V8 need not
 * widen a text of ASCII for it, which takes about a tenth of the time of all indexing.
 */
const BETWEEN = ' \u{b7} ';

/** Names and texts as one text for the index. */
export const joinTexts = (texts: readonly string[]): string => texts.join(BETWEEN);

const ASCII = /^[\0-\x7f]*$/;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu;
/** Written without spaces between words, or (Korean) with endings joined to them: each letter is a word of its own. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = new RegExp(`[${SCRIPTS.map((name) => `\\p{Script_Extensions=${name}}`).join('')}]`, 'gu');
const MAYBE_UNSPACED = /[\u0e00-\u{10ffff}]/u;

/**
 * The text as the index takes it: the ASCII tokenizer, which also folds case, finds in it the words that `wordsOf` finds.
 * Letters are folded; what is no letter, digit or mark parts words.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text;
  const letters = foldLetters(text).replace(NO_WORD, ' ');
  return MAYBE_UNSPACED.test(letters) ? letters.replace(UNSPACED, ' $& ') : letters;
}

/** The words of a text, each as it stands in the index. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Whether a word is one letter of a script without spaces: there is nothing that it could be the beginning of. */
export const isUnspaced = (word: string): boolean => word.search(UNSPACED) >= 0;
