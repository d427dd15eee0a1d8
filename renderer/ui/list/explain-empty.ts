import { plural } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';

/** What narrows a list, told apart by what would take it off. */
export type Narrowing = {
  readonly hasRange: boolean;
  /** Conditions, switches and the text searched for. */
  readonly hasFilters: boolean;
  /** Of these only the text. */
  readonly isSearchOnly?: boolean;
};

/** How many there would be: as asked but without the time range, as asked but without filters, and without either. */
export type EmptyTotals = { readonly anyTime: number; readonly unfiltered: number; readonly all: number };

export type EmptyExplanation = {
  readonly title: string;
  /** What would show. */
  readonly hidden: string;
  readonly action: string;
  /** What the action takes off. */
  readonly off: { readonly range?: boolean; readonly filters?: boolean };
};

export type Wording = {
  readonly noun: string;
  /** `the last hour`, or `this time range`. */
  readonly range: string;
  readonly isRelative: boolean;
  /** The text searched for. */
  readonly search: string | undefined;
  /** An attribute that is filtered by though it is not indexed: then the filter hides the rows, whatever is stored. */
  readonly unindexed?: string | undefined;
};

/** Why a list is empty though there are rows, and the least that would show some; null when there are none at all. */
export function explainEmpty(
  { hasRange, hasFilters, isSearchOnly = false }: Narrowing,
  totals: EmptyTotals,
  { noun, range, isRelative, search, unindexed }: Wording,
): EmptyExplanation | null {
  if (totals.all === 0) return null;
  const filters = isSearchOnly ? 'search' : 'filters';
  if (hasRange && totals.anyTime > 0) {
    const where = isRelative
      ? plural(totals.anyTime, `older ${noun}`)
      : `${plural(totals.anyTime, noun)} outside it`;
    const what = hasFilters ? `No matching ${noun} in ${range}` : `Nothing in ${range}`;
    return { title: what, hidden: `${where}.`, action: 'Show all', off: { range: true } };
  }
  const cause =
    unindexed === undefined ? null : `${showHidden(unindexed)} is not indexed, so no ${noun} is found by it`;
  const unmatched =
    cause ?? (search === undefined ? `No ${noun} matches the filters` : `No ${noun} matches “${search}”`);
  if (hasFilters && totals.unfiltered > 0) {
    const isOne = cause !== null || search !== undefined;
    return {
      title: unmatched,
      hidden: `${plural(totals.unfiltered, noun)} without ${isOne ? 'it' : 'them'}.`,
      action: `Clear ${filters}`,
      off: { filters: true },
    };
  }
  if (!hasFilters && !hasRange) return null;
  const isBoth = hasFilters && hasRange;
  return {
    title: isBoth && cause === null ? `No ${noun} matches the ${filters} and the time range` : unmatched,
    hidden: `${plural(totals.all, noun)} without them.`,
    action: isBoth ? `Clear ${filters} and time range` : 'Show all',
    off: { range: true, filters: true },
  };
}
