import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { tracePageQuery } from '../../api/queries.ts';
import { writeFilters, type Condition } from '../../lib/filters.ts';
import { readPastedId } from '../../lib/paste.ts';
import { OptionList, type Option } from '../../ui/controls/OptionList.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { useFirstAnswer } from '../../ui/use-first-answer.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { TraceLabel } from '../../ui/traces/TraceLabel.tsx';

const MOST = 12;

type Props = {
  readonly project: string;
  /** Traces of this name come first; null: of none. */
  readonly name: string | null;
  /** A trace that is not offered. */
  readonly besides: string | null;
  readonly onPick: (traceId: string) => void;
};

/** Chooses a trace: by its name, by a pasted id, or among the newest. */
export function TracePicker({ project, name, besides, onPick }: Props) {
  const [text, setText] = useState('');
  const asked = useSettled(text.trim());
  const named: Condition = { key: 'trace_name', op: 'eq', value: name ?? '' };
  const contains: Condition = { key: 'trace_name', op: 'contains', value: asked };
  const page = (filters: readonly Condition[]) =>
    tracePageQuery(project, { limit: MOST, include_nongenai: true, filters: writeFilters(filters) });
  const namesQuery = useQuery({ ...page([named]), enabled: name !== null && asked === '' });
  const recentQuery = useQuery(page(asked === '' ? [] : [contains]));
  const namesakes = useFirstAnswer(asked, namesQuery);
  const recent = useFirstAnswer(asked, recentQuery);
  const isNamesake = (trace: TraceSummary): boolean => asked === '' && trace.trace_name === name;
  const pasted = readPastedId(text.trim());
  const options: Option[] = [
    ...(pasted?.kind === 'trace' && (pasted.project ?? project) === project
      ? [
          {
            id: 'id',
            group: 'Pasted',
            label: `Trace ${pasted.traceId}`,
            onPick: () => onPick(pasted.traceId),
          },
        ]
      : []),
    ...(asked === '' ? (namesakes?.data ?? []) : []).map((trace) => optionOf(trace, `More of ${name}`)),
    ...(recent?.data ?? [])
      .filter((trace) => !isNamesake(trace))
      .map((trace) => optionOf(trace, asked === '' ? 'Recent traces' : 'Traces')),
  ].filter(({ id }) => id !== besides);
  function optionOf(trace: TraceSummary, group: string): Option {
    return {
      id: trace.trace_id,
      group,
      icon: (
        <span className="grid w-3.5 place-items-center">
          <StatusDot of={trace} />
        </span>
      ),
      label: <TraceLabel trace={trace} />,
      hint: <RelativeTime iso={trace.start_time} />,
      onPick: () => onPick(trace.trace_id),
    };
  }
  return (
    <div className="w-110 max-w-[calc(100vw-32px)]">
      <OptionList
        label="Choose a trace"
        placeholder="Name or trace id"
        text={text}
        onText={setText}
        options={options}
        nothing={recent === undefined ? 'Loading…' : 'No trace is called that.'}
      />
    </div>
  );
}
