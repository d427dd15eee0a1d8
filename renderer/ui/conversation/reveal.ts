import type { ThreadEntry } from '../../lib/thread.ts';
import { scrollingPanes } from './scrolling-panes.ts';
import type { FactsOf } from './context.ts';
import { toolFacts, toolStatus } from './tool-status.ts';

/** Not the page as well, which would take away the tree in which it was chosen (`container` is too new for lib.dom). */
export const IN_ITS_PANE = { block: 'nearest', container: 'nearest' } as const;

/**
 * The entry of a span that is shown first: the first that failed, else its answer, else a tool that it ran or called, else the
 * first of all. The entries of a model call include the question and the results that it was the first to be given.
 */
export function mainEntry(
  entries: readonly ThreadEntry[],
  /** The span that each entry stands for (entrySpans). */
  spans: ReadonlyMap<string, string>,
  factsOf: FactsOf,
): ThreadEntry | undefined {
  return (
    entries.find((entry) => hasFailed(entry, spans, factsOf)) ??
    entries.findLast(
      (entry) => entry.kind === 'message' && entry.message.role === 'assistant' && entry.parts.length > 0,
    ) ??
    entries.find(({ kind }) => kind === 'tool') ??
    entries[0]
  );
}

function hasFailed(entry: ThreadEntry, spans: ReadonlyMap<string, string>, factsOf: FactsOf): boolean {
  if (entry.kind === 'message') return entry.parts.some(({ type }) => type === 'error');
  return toolStatus(entry, toolFacts(factsOf(spans.get(entry.id) ?? ''))).tone === 'error';
}

/**
 * Brings all of these entries (in order) into view in their pane, as little as is needed. Where they don't fit, or are too far
 * apart to be drawn, only the main one, from its beginning where it is higher than the pane.
 */
export function revealEntries(list: HTMLElement, ids: readonly string[], mainId: string): void {
  const find = (id: string | undefined) =>
    id === undefined ? null : list.querySelector(`[data-entry="${CSS.escape(id)}"]`);
  const [pane] = scrollingPanes(list);
  const [main, first, last] = [find(mainId), find(ids[0]), find(ids.at(-1))];
  if (main === null || pane === undefined) return;
  if (first !== null && last !== null && fits(pane, first, last)) {
    last.scrollIntoView(IN_ITS_PANE);
    first.scrollIntoView(IN_ITS_PANE);
  } else {
    main.scrollIntoView({ ...IN_ITS_PANE, block: fits(pane, main, main) ? 'nearest' : 'start' });
  }
}

/** With the room that scrolling leaves above and below. */
function fits(pane: HTMLElement, first: Element, last: Element): boolean {
  const room =
    parseFloat(getComputedStyle(first).scrollMarginTop) +
    parseFloat(getComputedStyle(last).scrollMarginBottom);
  const height = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  return height + room <= pane.clientHeight;
}
