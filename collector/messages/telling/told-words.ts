import { textOfParts } from '../reading.ts';
import { endOfWords, startOfWords } from '../white-space.ts';
import type { Told, ToldList } from './told.ts';

/** Beginnings of this length, white space left out, tell most texts apart. */
const START = 32;
/** How many are looked at of the messages that begin alike and follow another: those of other traces do not count. */
const MOST_ALIKE = 4096;

interface Next {
  /** The order of the other. */
  readonly after: number;
  readonly isNext: (told: Told) => boolean;
}

/**
 * What was told, for spans around calls, which look for it in texts of theirs. Texts are found by how they begin: comparing
 * each text with every message takes the square of their number. To be asked when all calls and tools have been told: what
 * is told later comes in by itself, a new part of what was told by `note`.
 */
export class ToldWords {
  readonly #told: ToldList;
  #noted = 0;
  readonly #instructions = new Map<string, Told>();
  /** What assistants said and thought, by its beginning, in the order of telling. */
  readonly #byStart = new Map<string, Told[]>();
  readonly #lengths = new Set<number>();

  constructor(told: ToldList) {
    this.#told = told;
  }

  /** The first instructions of which `whole` is a copy with more around it. */
  findExcerpt(whole: string): Told | undefined {
    this.#noteNew();
    for (const [text, told] of this.#instructions) if (whole.includes(text)) return told;
    return undefined;
  }

  /** Whether `text` merges what assistants said and thought one after the other, in messages that `counts` lets count. */
  isMerged(text: string, counts: (told: Told) => boolean): boolean {
    this.#noteNew();
    let at = 0;
    let last = -1;
    for (;;) {
      const isNext = (told: Told): boolean => counts(told) && endOfTold(text, at, told) > at;
      const next = this.#nextAt(text, at, { after: last, isNext });
      if (next === undefined) return text.slice(at).trim() === '';
      at = endOfTold(text, at, next);
      last = next.order;
    }
  }

  note(told: Told): void {
    const { role, parts } = told.content;
    const instructions = role === 'system' ? textOfParts(parts) : '';
    if (instructions !== '' && !this.#instructions.has(instructions))
      this.#instructions.set(instructions, told);
    if (role !== 'assistant') return;
    for (const words of wordsOf(told)) {
      const start = startOfWords(words, 0, START);
      if (start === '') continue;
      this.#lengths.add(start.length);
      const same = this.#byStart.get(start);
      if (same === undefined) this.#byStart.set(start, [told]);
      else same.splice(same.findLastIndex(({ order }) => order <= told.order) + 1, 0, told);
    }
  }

  #noteNew(): void {
    const all = this.#told.all();
    for (; this.#noted < all.length; this.#noted++) this.note(all[this.#noted]!);
  }

  /** The first message that `isNext` of those after another that may have words which stand at `from` of `text`. */
  #nextAt(text: string, from: number, { after, isNext }: Next): Told | undefined {
    const start = startOfWords(text, from, START);
    let first: Told | undefined;
    for (const length of this.#lengths) {
      const same = length > start.length ? undefined : this.#byStart.get(start.slice(0, length));
      const told = same && findAfter(same, after, isNext);
      if (told !== undefined && (first === undefined || told.order < first.order)) first = told;
    }
    return first;
  }
}

/** The first that `isNext` of those that come later than `order`; all are in the order of telling. */
function findAfter(list: readonly Told[], order: number, isNext: (told: Told) => boolean): Told | undefined {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]!.order <= order) from = middle + 1;
    else to = middle;
  }
  const end = Math.min(from + MOST_ALIKE, list.length);
  for (let index = from; index < end; index++) if (isNext(list[index]!)) return list[index];
  return undefined;
}

const wordsOf = ({ content }: Told): readonly string[] =>
  content.parts.flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? part.content : []));

/** Where `text` goes on behind the words of a message, as far as they stand at `from`. */
const endOfTold = (text: string, from: number, told: Told): number =>
  wordsOf(told).reduce((at, words) => Math.max(at, endOfWords(text, at, words)), from);
