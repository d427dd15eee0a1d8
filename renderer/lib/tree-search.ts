import { foldLetters } from '../../collector/contract/fold-letters.ts';
import { entryText } from './find-text.ts';
import { spanKindLabel } from './span-kind.ts';
import type { SpanNode, SpanTree } from './span-tree.ts';
import type { ThreadEntry } from './thread.ts';

/** The entries of a conversation by the span that each stands for, with what they say, folded. */
export type Said = ReadonlyMap<string, readonly { readonly entryId: string; readonly text: string }[]>;

/** A place that the search found: an entry of the conversation, or the span itself where `entryId` is null. */
export type Match = { readonly spanId: string; readonly entryId: string | null };

/** The entries of a conversation in their order, each with what it says, folded. */
export type EntryTexts = ReadonlyMap<ThreadEntry, string>;

export function entryTexts(entries: readonly ThreadEntry[]): EntryTexts {
  return new Map(entries.map((entry) => [entry, foldLetters(entryText(entry))]));
}

export function saidBySpan(texts: EntryTexts, spans: ReadonlyMap<string, string>): Said {
  const said = new Map<string, { entryId: string; text: string }[]>();
  for (const [{ id }, text] of texts) {
    const spanId = spans.get(id) ?? '';
    const own = said.get(spanId) ?? [];
    own.push({ entryId: id, text });
    said.set(spanId, own);
  }
  return said;
}

/** What is taken for the beginning of a span's id: nearly any number, and many a short word, stands within the 16 digits of some. */
const ID_START = /^[0-9a-f]{8,16}$/;

/**
 * The places that hold every word, from top to bottom of the tree: each entry of the conversation that does, its span's
 * name, kind, model, tool, agent, error and the beginning of its id counted in; and each span that does by these alone and
 * says nothing of it. Where no place holds them all, those that hold any: a list finds a trace whose words stand apart.
 */
export function searchTree(tree: SpanTree, words: readonly string[], said: Said): readonly Match[] {
  // First of all: while nobody searches, what every span tells would be folded for nothing whenever the trace grows.
  if (words.length === 0) return [];
  const idStarts = words.filter((word) => ID_START.test(word));
  const places = tree.order.flatMap(({ id, span }) =>
    span === null ? [] : [{ spanId: id, own: spanText(span, idStarts), entries: said.get(id) ?? [] }],
  );
  const walk = (holds: (text: string, own: string) => boolean): readonly Match[] =>
    places.flatMap(({ spanId, own, entries }): readonly Match[] => {
      const found = entries.filter(({ text }) => holds(text, own));
      if (found.length > 0) return found.map(({ entryId }) => ({ spanId, entryId }));
      return holds(own, '') ? [{ spanId, entryId: null }] : [];
    });
  const hasAll = (...texts: readonly string[]): boolean =>
    words.every((word) => texts.some((text) => text.includes(word)));
  const together = walk((text, own) => hasAll(text) || (!hasAll(own) && hasAll(text, own)));
  return together.length > 0 ? together : walk((text) => words.some((word) => text.includes(word)));
}

/** What its row tells, folded, and of its id the beginnings that are searched for. */
function spanText(span: NonNullable<SpanNode['span']>, idStarts: readonly string[]): string {
  const { span_id: id, span_name, model, tool_name, agent_name, error_preview } = span;
  const told = [span_name, spanKindLabel(span), model, tool_name, agent_name, error_preview];
  return foldLetters([...told, ...idStarts.filter((start) => id.startsWith(start))].join('\n'));
}

/** Which of the matches is looked at, from 0; -1 for none. */
export function matchIndex(matches: readonly Match[], spanId: string | null, entryId: string | null): number {
  return matches.findIndex((match) => match.spanId === spanId && match.entryId === entryId);
}

/**
 * The match after the one that is looked at (before it with step -1), round the end. Where none is: the first from the
 * span on, or the last above it; null when there is none at all.
 */
export function nextMatch(
  tree: SpanTree,
  matches: readonly Match[],
  [spanId, entryId]: readonly [spanId: string | null, entryId: string | null],
  step: 1 | -1,
): Match | null {
  const index = matchIndex(matches, spanId, entryId);
  if (index !== -1) return matches.at((index + step) % matches.length) ?? null;
  const places = new Map(tree.order.map((node, at) => [node.id, at]));
  const place = (id: string | null): number => places.get(id ?? '') ?? -1;
  const next =
    step === 1
      ? matches.find((match) => place(match.spanId) >= place(spanId))
      : matches.findLast((match) => place(match.spanId) < place(spanId));
  return next ?? (step === 1 ? matches[0] : matches.at(-1)) ?? null;
}
