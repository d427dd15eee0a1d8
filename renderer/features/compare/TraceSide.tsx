import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { hasCode } from '../../api/client.ts';
import { shownName } from '../../lib/text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Fact, Facts } from '../../ui/facts/Facts.tsx';
import { NameList } from '../../ui/facts/NameList.tsx';
import { Cost, Tokens } from '../../ui/facts/Numbers.tsx';
import { Popover } from '../../ui/controls/Popover.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { TryAgain } from '../../ui/notices/TryAgain.tsx';
import { SideBadge } from './SideBadge.tsx';
import { SIDE_LETTERS, type Side } from './sides.ts';
import { TracePicker } from './TracePicker.tsx';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';
import { formatDaySecond } from '../../lib/time.ts';

type Props = {
  readonly side: Side;
  readonly project: string;
  readonly traceId: string | undefined;
  readonly query: UseQueryResult<TraceTreeDetail>;
  /** The trace on the other side, whose namesakes are likely to be wanted. */
  readonly other: TraceTreeDetail | undefined;
  readonly onChoose: (traceId: string) => void;
};

/** The facts of a trace that loads, each about as wide as it will be, so that what is below them does not move. */
const FACTS_TO_COME = [
  { name: 'Started', width: 'w-16' },
  { name: 'Duration', width: 'w-10' },
  { name: 'Tokens', width: 'w-14' },
  { name: 'Cost', width: 'w-12' },
];

/** One of the two traces: what it is, the way to it, and the choice of another. */
export function TraceSide({ side, project, traceId, query, other, onChoose }: Props) {
  const { data: trace, error } = query;
  // Who comes from a trace comes to choose the other one.
  const [isOpen, setIsOpen] = useState(traceId === undefined && other !== undefined);
  const letter = SIDE_LETTERS[side];
  const name = trace === undefined ? undefined : shownName(trace.trace_name);
  const shown = name ?? traceId;
  return (
    <section
      aria-label={`Trace ${letter}`}
      className={classNames('min-w-0 px-4 py-2', side === 'b' && 'border-l border-line')}
    >
      {/* Half of a narrow window has no room for a name beside the rest. */}
      <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
        <SideBadge side={side} />
        {trace !== undefined && <StatusDot of={trace} />}
        <Popover
          label={`Choose trace ${letter}`}
          isOpen={isOpen}
          onOpen={setIsOpen}
          trigger={
            <button
              type="button"
              aria-label={
                shown === undefined ? `Choose trace ${letter}` : `Trace ${letter}: ${shown}. Choose another`
              }
              className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-md px-1.5 font-medium hover:bg-hover max-sm:order-last max-sm:-mx-1.5 max-sm:w-[calc(100%+12px)] max-sm:justify-between"
            >
              <span
                dir="auto"
                title={shown}
                className={classNames('truncate', name === undefined && 'text-accent')}
              >
                {trace === undefined ? (
                  (shown ?? `Choose trace ${letter}`)
                ) : (
                  <NarrowName name={trace.trace_name} />
                )}
              </span>
              <ChevronsUpDown size={12} aria-hidden className="flex-none text-ink-3" />
            </button>
          }
        >
          <TracePicker
            project={project}
            name={other?.trace_name ?? null}
            besides={other?.trace_id ?? null}
            onPick={(chosen) => {
              setIsOpen(false);
              onChoose(chosen);
            }}
          />
        </Popover>
        {trace === undefined ? (
          <span aria-hidden className="ml-auto size-6 flex-none" />
        ) : (
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: trace.trace_id }}
            aria-label={`Open trace ${letter}`}
            title="Open the trace"
            className="ml-auto grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Maximize2 size={12} aria-hidden />
          </Link>
        )}
      </div>
      {trace !== undefined && <SideFacts trace={trace} />}
      {trace === undefined && traceId !== undefined && error === null && (
        <div role="status" aria-label={`Loading trace ${letter}`} className="loading">
          <Facts>
            {FACTS_TO_COME.map(({ name: fact, width }) => (
              <Fact key={fact} name={fact}>
                <span className={classNames('skeleton inline-block h-3 align-middle', width)} />
              </Fact>
            ))}
          </Facts>
        </div>
      )}
      {trace === undefined && error !== null && (
        <p role="alert" className="mt-1.5 flex items-center gap-2 text-sm text-error">
          {hasCode(error, 'TRACE_NOT_FOUND')
            ? 'There is no such trace here.'
            : `The trace could not be loaded: ${error.message}`}
          <TryAgain className="h-6!" error={error} onRetry={() => void query.refetch()} />
        </p>
      )}
    </section>
  );
}

function SideFacts({ trace }: { readonly trace: TraceTreeDetail }) {
  return (
    <Facts>
      <Fact name="Started">
        <ClockTime iso={trace.start_time} format={formatDaySecond} />
      </Fact>
      <Fact name="Duration">
        <TraceDuration trace={trace} />
      </Fact>
      <Fact name="Tokens">
        <Tokens usage={trace} />
      </Fact>
      <Fact name="Cost">
        <Cost costs={trace} />
      </Fact>
      {trace.models.length > 0 && (
        <Fact name="Models" isMinor>
          <NameList names={trace.models} className="" />
        </Fact>
      )}
    </Facts>
  );
}
