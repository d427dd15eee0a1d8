import type { ReactNode } from 'react';
import { readFilters, writeFilters, type Condition } from '../../lib/filters.ts';
import type { Listed } from '../../lib/filter-fields.ts';
import { FilterChip } from './FilterChip.tsx';
import { FilterMenu } from './FilterMenu.tsx';

type Props = {
  readonly project: string;
  readonly listed: Listed;
  /** JSON, as in the address. */
  readonly filters: string | undefined;
  readonly onFilters: (filters: string | undefined) => void;
  /** Switches of this list. */
  readonly children?: ReactNode;
};

/** What narrows a list: a menu of fields and values, switches, and a chip for each condition. */
export function FilterBar({ project, listed, filters, onFilters, children }: Props) {
  const conditions = readFilters(filters);
  const change = (next: readonly Condition[]): void => onFilters(writeFilters(next));
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      <FilterMenu project={project} listed={listed} filters={conditions} onChange={change} />
      {children}
      {conditions.map((condition, index) => (
        <FilterChip
          key={index}
          project={project}
          listed={listed}
          filter={condition}
          onChange={(next) => change(conditions.with(index, next))}
          onRemove={() => change(conditions.toSpliced(index, 1))}
        />
      ))}
      {conditions.length > 1 && (
        <button
          type="button"
          onClick={() => change([])}
          className="h-6 rounded-sm px-1.5 text-sm text-ink-3 hover:text-ink"
        >
          Clear filters
        </button>
      )}
    </div>
  );
}
