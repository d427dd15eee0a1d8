import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filterOptionsQuery } from '../../api/queries.ts';
import { LOG_FILTERS, type LogFilter, type LogListSearch } from '../../lib/search.ts';
import { showHidden } from '../../lib/text.ts';
import { readSeverity, SEVERITIES } from '../../lib/log-severity.ts';
import { Chip } from '../../ui/list/Chip.tsx';
import { FilterPopover } from '../../ui/list/FilterPopover.tsx';
import { OptionList, type Option } from '../../ui/controls/OptionList.tsx';

const LABELS: Readonly<Record<LogFilter, string>> = {
  min_severity: 'Severity',
  service: 'Service',
  trace_id: 'Trace',
  span_id: 'Span',
};

type Props = {
  readonly project: string;
  readonly search: LogListSearch;
  readonly onChange: (search: LogListSearch) => void;
};

/** What narrows the list of log records: the API has no other conditions for them than these. */
export function LogFilters({ project, search, onChange }: Props) {
  const change = (key: LogFilter, value: string | undefined): void =>
    onChange({ ...search, [key]: value, open: undefined });
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      <FilterPopover>
        {(close) => (
          <MenuContent
            project={project}
            onPick={(key, value) => {
              close();
              change(key, value);
            }}
          />
        )}
      </FilterPopover>
      {LOG_FILTERS.map((key) => {
        const value = search[key];
        if (value === undefined) return null;
        const is = key === 'min_severity' ? '≥' : 'is';
        const shown = showHidden(key === 'min_severity' ? (readSeverity(value) ?? value) : value);
        return (
          <Chip key={key} name={`${LABELS[key]} ${is} ${shown}`} onRemove={() => change(key, undefined)}>
            <span className="flex min-w-0 gap-1 pl-2.5" title={shown}>
              <span className="flex-none">{`${LABELS[key]} ${is}`}</span>{' '}
              <span dir="auto" className="min-w-0 truncate">
                {shown}
              </span>
            </span>
          </Chip>
        );
      })}
    </div>
  );
}

type MenuProps = {
  readonly project: string;
  readonly onPick: (key: LogFilter, value: string) => void;
};

function MenuContent({ project, onPick }: MenuProps) {
  const [text, setText] = useState('');
  const { data } = useQuery(filterOptionsQuery(project, 'spans'));
  const contains = (value: string): boolean => value.toLowerCase().includes(text.trim().toLowerCase());
  const severities = SEVERITIES.filter(contains).map((severity): Option => ({
    id: severity,
    group: 'Severity at least',
    label: severity,
    onPick: () => onPick('min_severity', severity),
  }));
  const services = (data?.services ?? []).filter(contains).map((service): Option => ({
    id: `service ${service}`,
    group: 'Service',
    label: showHidden(service),
    onPick: () => onPick('service', service),
  }));
  return (
    <div className="w-72">
      <OptionList
        label="Filter by"
        placeholder="Severity, service, trace or span id"
        text={text}
        onText={setText}
        options={[...severities, ...services, ...typed(text.trim(), onPick)]}
        nothing="Nothing to filter by."
      />
    </div>
  );
}

/** What a typed text may be besides the values that are known: a service without spans, or an id. */
function typed(text: string, onPick: MenuProps['onPick']): Option[] {
  if (text === '') return [];
  const option = (key: LogFilter): Option => ({
    id: `typed ${key}`,
    group: 'As typed',
    label: `${LABELS[key]} is “${text}”`,
    onPick: () => onPick(key, text),
  });
  const isTrace = /^[0-9a-f]{32}$/i.test(text);
  const isSpan = /^[0-9a-f]{16}$/i.test(text);
  return [
    ...(isTrace ? [option('trace_id')] : []),
    ...(isSpan ? [option('span_id')] : []),
    option('service'),
  ];
}
