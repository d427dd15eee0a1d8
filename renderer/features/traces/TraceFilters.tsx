import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { activeTraceFilters, type TraceFilter, type TraceListSearch } from '../../lib/search.ts';
import { ToggleChip } from '../../ui/ToggleChip.tsx';

const LABELS: Readonly<Record<TraceFilter, string>> = {
  session_id: 'Session',
  user_id: 'User',
  environment: 'Environment',
  framework: 'Framework',
  model: 'Model',
  agent: 'Agent',
  tool: 'Tool',
  tag: 'Tag',
  from_timestamp: 'From',
  to_timestamp: 'Until',
};

type Props = {
  readonly project: string;
  readonly search: TraceListSearch;
  readonly onChange: (change: TraceListSearch) => void;
};

/** What narrows the list: two switches, and a chip for each filter in the address, which takes it off. */
export function TraceFilters({ project, search, onChange }: Props) {
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
      <ToggleChip
        label="Errors only"
        isOn={search.has_error === true}
        onToggle={(isOn) => onChange({ ...search, has_error: isOn })}
      />
      <ToggleChip
        label="Show non-AI traces"
        isOn={search.include_nongenai === true}
        onToggle={(isOn) => onChange({ ...search, include_nongenai: isOn })}
      />
      {activeTraceFilters(search).map(({ key, value }) => (
        <Link
          key={key}
          to="/p/$project/traces"
          params={{ project }}
          search={{ ...search, [key]: undefined }}
          aria-label={`Remove filter ${LABELS[key]} ${value}`}
          title="Remove this filter"
          className="inline-flex h-6 max-w-72 items-center gap-1 rounded-full border border-accent/40 bg-accent-soft pr-1.5 pl-2.5 text-sm text-accent hover:border-accent"
        >
          <span className="truncate">
            {LABELS[key]}: {value}
          </span>
          <X size={12} aria-hidden className="flex-none" />
        </Link>
      ))}
    </div>
  );
}
