import { readFilters, writeFilters, type Condition } from '../../lib/filters.ts';
import type { Listed, OptionField } from '../../lib/filter-fields.ts';
import type { ListSearch } from '../../lib/search.ts';
import { ToggleChip } from '../controls/ToggleChip.tsx';
import { focusFirst } from './Chip.tsx';
import { FilterChip } from './FilterChip.tsx';
import { FilterMenu } from './FilterMenu.tsx';

/** A part of an address that is there or not. */
type Switch = 'has_error' | 'include_nongenai' | 'is_observation' | 'every_span';
type SwitchedSearch = ListSearch & { readonly [Name in Switch]?: boolean | undefined };

type Props<Search extends SwitchedSearch> = {
  readonly project: string;
  readonly listed: Listed;
  readonly search: Search;
  readonly onChange: (search: Search) => void;
  readonly switches: readonly (readonly [name: Switch & keyof Search, label: string])[];
  /** Fields that have a menu of their own beside the one for all. */
  readonly fields?: readonly OptionField[];
};

/** What narrows a list: a menu of fields and values, switches, and a chip for each condition. */
export function FilterBar<Search extends SwitchedSearch>(props: Props<Search>) {
  const { project, listed, search, onChange, switches } = props;
  const conditions = readFilters(search.filters);
  const isOfAi = listed === 'traces' && search.include_nongenai !== true && search.every_span !== true;
  // What was open beside the list may not be in the new one.
  const change = (next: readonly Condition[]): void =>
    onChange({ ...search, filters: writeFilters(next), open: undefined });
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      <FilterMenu project={project} listed={listed} isOfAi={isOfAi} filters={conditions} onChange={change} />
      {props.fields?.map((field) => (
        <FilterMenu
          key={field}
          project={project}
          listed={listed}
          isOfAi={isOfAi}
          filters={conditions}
          onChange={change}
          field={field}
        />
      ))}
      {switches.map(([name, label]) => (
        <ToggleChip
          key={name}
          label={label}
          isOn={search[name] === true}
          onToggle={(isOn) => onChange({ ...search, [name]: isOn || undefined, open: undefined })}
        />
      ))}
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
          onClick={(event) => {
            focusFirst(event);
            change([]);
          }}
          className="h-6 rounded-sm px-1.5 text-sm text-ink-3 hover:text-ink"
        >
          Clear filters
        </button>
      )}
    </div>
  );
}
