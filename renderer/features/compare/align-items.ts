import { commonSequence } from './common-sequence.ts';
import type { CompareItem } from './compare-items.ts';

/** What stands side by side: the same, two that differ, or one that the other conversation lacks. */
export type AlignedRow = {
  readonly a: CompareItem | null;
  readonly b: CompareItem | null;
  readonly isSame: boolean;
};

/** Between two that are the same, at most so many of each are weighed against each other at once. */
const BLOCK = 160;
/** What two texts have in common is judged by their beginnings. */
const JUDGED_CHARACTERS = 1500;

/**
 * Two conversations side by side, each in its own order: what both say stands in one row (the longest sequence there
 * is), between those what is of one kind and most alike. Each item is in one row.
 */
export function alignItems(a: readonly CompareItem[], b: readonly CompareItem[]): AlignedRow[] {
  const same = commonSequence(
    a.map(({ key }) => key),
    b.map(({ key }) => key),
  );
  const rows: AlignedRow[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [at, bt] of [...same, [a.length, b.length] as const]) {
    rows.push(...alignGap(a.slice(fromA, at), b.slice(fromB, bt)));
    const [left, right] = [a[at], b[bt]];
    if (left !== undefined && right !== undefined) rows.push({ a: left, b: right, isSame: true });
    [fromA, fromB] = [at + 1, bt + 1];
  }
  return rows;
}

/** A long gap is cut into blocks at the same shares of both sides. */
function alignGap(a: readonly CompareItem[], b: readonly CompareItem[]): AlignedRow[] {
  const blocks = Math.max(1, Math.ceil(Math.max(a.length, b.length) / BLOCK));
  const part = <Item>(items: readonly Item[], index: number): readonly Item[] =>
    items.slice(
      Math.floor((index * items.length) / blocks),
      Math.floor(((index + 1) * items.length) / blocks),
    );
  return Array.from({ length: blocks }, (_, index) => alignBlock(part(a, index), part(b, index))).flat();
}

function alignBlock(a: readonly CompareItem[], b: readonly CompareItem[]): AlignedRow[] {
  const likeness = likenessOf(a, b);
  const width = b.length + 1;
  // best[i * width + j]: the most likeness that can be had of all from a[i] and b[j] on.
  const best = new Float64Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const paired = (i: number, j: number): number =>
    likeness(i, j) === 0 ? -1 : likeness(i, j) + at(i + 1, j + 1);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), paired(i, j));
    }
  }
  const rows: AlignedRow[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i] ?? null, b[j] ?? null];
    if (left !== null && right !== null && paired(i, j) === at(i, j)) {
      rows.push({ a: left, b: right, isSame: left.key === right.key });
      [i, j] = [i + 1, j + 1];
    } else if (left !== null && (right === null || at(i + 1, j) === at(i, j))) {
      rows.push({ a: left, b: null, isSame: false });
      i += 1;
    } else {
      rows.push({ a: null, b: right, isSame: false });
      j += 1;
    }
  }
  return rows;
}

/** 0 for items of different kinds; else from 1 to 2, by the words that both begin with. */
function likenessOf(a: readonly CompareItem[], b: readonly CompareItem[]): (i: number, j: number) => number {
  const [ofA, ofB] = [a.map(wordsOf), b.map(wordsOf)];
  const known = new Float64Array(a.length * b.length).fill(-1);
  return (i, j) => {
    if (a[i]?.kind !== b[j]?.kind) return 0;
    const place = i * b.length + j;
    if (known[place] === -1) known[place] = 1 + shareInCommon(ofA[i]!, ofB[j]!);
    return known[place] ?? 0;
  };
}

function wordsOf({ sections }: CompareItem): ReadonlySet<string> {
  const text = sections.map((section) => section.text.slice(0, JUDGED_CHARACTERS)).join(' ');
  return new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
}

function shareInCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const size = a.size + b.size;
  const common = [...a].filter((word) => b.has(word)).length;
  return size === 0 ? 1 : (2 * common) / size;
}

/** Rows of an aligned conversation, or a run of same ones that is folded away. */
export type ShownRow =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'same'; readonly from: number; readonly to: number };

/** Which rows to show where only differences are wanted: those that differ, with the row before and after each. */
export function foldSame(rows: readonly AlignedRow[], unfolded: ReadonlySet<number>): ShownRow[] {
  const isNear = rows.map(
    (row, index) => !row.isSame || rows[index - 1]?.isSame === false || rows[index + 1]?.isSame === false,
  );
  const shown: ShownRow[] = [];
  for (let index = 0; index < rows.length;) {
    let end = index;
    while (end < rows.length && isNear[end] === false) end += 1;
    // A single one takes no more room than the line that would stand for it.
    if (end - index > 1 && !unfolded.has(index)) {
      shown.push({ kind: 'same', from: index, to: end });
    } else {
      for (let at = index; at < end; at += 1) shown.push({ kind: 'row', index: at });
    }
    if (end < rows.length) shown.push({ kind: 'row', index: end });
    index = end + 1;
  }
  return shown;
}

/** Where each run of rows that differ begins. */
export function differencesOf(rows: readonly AlignedRow[]): number[] {
  return rows.flatMap((row, index) => (!row.isSame && (rows[index - 1]?.isSame ?? true) ? [index] : []));
}
