import { endOfWords } from '../white-space.ts';
import { isDistinctText } from './history.ts';

/** Longer words are looked for only at the ends of others: a search all through them could take the square of their length. */
const SEARCHED_LENGTH = 4096;

/** True when either text holds the other. */
export function isWithin(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short === '') return false;
  if (long.startsWith(short) || long.endsWith(short)) return true;
  return short.length <= SEARCHED_LENGTH && long.includes(short);
}

/** True when the shorter text stands at an end of the other, and no word goes on there. */
export function isAtEdge(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short === '') return false;
  const [behind, before] = [long.charAt(short.length), long.charAt(long.length - short.length - 1)];
  return (long.startsWith(short) && !isOfWord(behind)) || (long.endsWith(short) && !isOfWord(before));
}

const isOfWord = (character: string): boolean => /^[\p{L}\p{N}_]$/u.test(character);

/** Whether `whole` is these texts one after the other, and nothing else. */
export function isMerged(whole: string, texts: readonly string[]): boolean {
  let at = 0;
  for (const text of texts) {
    at = endOfWords(whole, at, text);
    if (at === -1) return false;
  }
  return whole.slice(at).trim() === '';
}

const OBSERVATION = 'Observation:';

/** What a ReAct loop wrote behind an answer before it sent it again: what the tool said that it called. */
export function observationBehind(answer: string, words: string): string | undefined {
  const end = answer === '' ? -1 : endOfWords(words, 0, answer);
  const rest = end === -1 ? '' : words.slice(end).trimStart();
  return rest.startsWith(OBSERVATION) ? rest.slice(OBSERVATION.length) : undefined;
}

/** Whether a history keeps these words of an answer: without the thoughts in it or the fence around it, or a sentence of it. */
export function isKeptOf(answer: string, words: string): boolean {
  if (words === '' || words.length >= answer.length) return false;
  return words === bareWords(answer) || (isDistinctText(words) && isWithin(words, answer));
}

/** What models that think aloud put their thoughts between. */
const THOUGHTS = ['think', 'thinking'];
const FENCE = '```';

function bareWords(answer: string): string {
  let words = answer.trim();
  for (const tag of THOUGHTS) {
    const end = words.lastIndexOf(`</${tag}>`);
    if (end === -1) continue;
    // The template of a prompt may have opened them.
    const behind = words.slice(end + tag.length + 3).trim();
    words = behind === '' ? words.slice(0, Math.max(words.indexOf(`<${tag}>`), 0)).trim() : behind;
  }
  if (!words.startsWith(FENCE) || !words.endsWith(FENCE)) return words;
  return words.slice(words.indexOf('\n') + 1, -FENCE.length).trim();
}
