import type { Section } from './compare-items.ts';
import { diffWords, type Piece } from './word-diff.ts';

export type DiffedSection = { readonly name: Section['name']; readonly pieces: readonly Piece[] };

/**
 * The texts of two aligned entries with the words marked that only one has: the first of each name beside the first, the
 * second beside the second. Where the other has none, or no entry at all (null), nothing is marked: it is all new.
 */
export function diffSections(
  a: readonly Section[] | null,
  b: readonly Section[] | null,
): { readonly a: readonly DiffedSection[]; readonly b: readonly DiffedSection[] } {
  const waiting = Map.groupBy(b ?? [], ({ name }) => name);
  const pairs = new Map<Section, Section>();
  for (const section of a ?? []) {
    const like = waiting.get(section.name)?.shift();
    if (like !== undefined) pairs.set(section, like);
  }
  const isOfPair = a !== null && b !== null;
  const lone = ({ name, text }: Section): DiffedSection => ({
    name,
    pieces: text === '' ? [] : [{ text, isChanged: isOfPair }],
  });
  const diffs = new Map<Section, DiffedSection>();
  for (const [left, right] of pairs) {
    const diff = diffWords(left.text, right.text);
    diffs.set(left, { name: left.name, pieces: diff.a });
    diffs.set(right, { name: right.name, pieces: diff.b });
  }
  const told = (section: Section): DiffedSection => diffs.get(section) ?? lone(section);
  return { a: (a ?? []).map(told), b: (b ?? []).map(told) };
}
