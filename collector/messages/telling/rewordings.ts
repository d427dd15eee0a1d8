import { endOfWords } from '../white-space.ts';

/** Longer words are looked for only at the ends of others: a search all through them could take the square of their length. */
const SEARCHED_LENGTH = 4096;

/** True when either text holds the other. */
export function isWithin(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short === '') return false;
  if (long.startsWith(short) || long.endsWith(short)) return true;
  return short.length <= SEARCHED_LENGTH && long.includes(short);
}

const OBSERVATION = 'Observation:';

/** What a ReAct loop wrote behind an answer before it sent it again: what the tool said that it called. */
export function observationBehind(answer: string, words: string): string | undefined {
  const end = answer === '' ? -1 : endOfWords(words, 0, answer);
  const rest = end === -1 ? '' : words.slice(end).trimStart();
  return rest.startsWith(OBSERVATION) ? rest.slice(OBSERVATION.length) : undefined;
}
