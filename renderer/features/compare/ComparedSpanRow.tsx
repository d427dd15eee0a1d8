import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatDuration } from '../../lib/format.ts';
import type { OverlayRow } from './overlay-trees.ts';
import { isRunning, type SpanNode } from '../../lib/span-tree.ts';
import { shownName } from '../../lib/text.ts';
import { changeOf } from './trace-differences.ts';
import { classNames } from '../../ui/class-names.ts';
import { FromTo } from '../../ui/text/FromTo.tsx';
import { SpanIcon } from '../../ui/traces/SpanIcon.tsx';
import { SideBadge } from './SideBadge.tsx';
import { SIDE_CLASSES, SIDE_LETTERS, type Side } from './sides.ts';

export const SPAN_ROW_PX = 32;
export const NAME_SHARE = 0.36;
export const NUMBERS_PX = 208;
/** The columns, as wide as above; where they have no room the names have what two durations leave. */
export const COLUMNS = {
  name: 'w-[36%] @max-[480px]/spans:w-0 @max-[480px]/spans:flex-1',
  numbers: 'w-52 flex-none @max-[480px]/spans:w-32',
  time: '@max-[480px]/spans:hidden',
};
const STEP_PX = 14;
/** Deeper levels stand no further to the right. */
const MOST_STEPS = 14;

type Props = {
  readonly project: string;
  readonly traceIds: Readonly<Record<Side, string>>;
  readonly row: OverlayRow;
  readonly index: number;
  readonly top: number;
  /** When each trace started: both are drawn from there. */
  readonly starts: Readonly<Record<Side, number>>;
  readonly wholeMs: number;
};

/** A span of one trace over the one in its place in the other. */
export const ComparedSpanRow = memo(function ComparedSpanRow(props: Props) {
  const { project, traceIds, row, index, top, starts, wholeMs } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 flex items-center border-b border-line/60 text-sm hover:bg-hover/70"
      style={{ height: SPAN_ROW_PX, transform: `translateY(${top}px)` }}
    >
      <div
        role="cell"
        className={classNames('flex h-full min-w-0 items-center gap-1.5 pr-2 pl-4', COLUMNS.name)}
      >
        <span
          aria-hidden
          className="flex-none"
          style={{ width: Math.min(row.depth, MOST_STEPS) * STEP_PX }}
        />
        <SpanNames row={row} />
        <span className="ml-auto flex flex-none gap-0.5 pl-1">
          {(['a', 'b'] as const).map((side) => (
            <SpanLink
              key={side}
              project={project}
              side={side}
              traceId={traceIds[side]}
              node={row[side]}
              isOnly={row.a?.span == null || row.b?.span == null}
            />
          ))}
        </span>
      </div>
      <div role="cell" className={classNames('num truncate pr-3 text-right text-xs', COLUMNS.numbers)}>
        <Durations row={row} />
      </div>
      <div
        role="cell"
        className={classNames(
          'relative h-full min-w-0 flex-1 overflow-hidden border-l border-line',
          COLUMNS.time,
        )}
      >
        {(['a', 'b'] as const).map((side) => (
          <SideBar key={side} side={side} node={row[side]} startMs={starts[side]} wholeMs={wholeMs} />
        ))}
      </div>
    </div>
  );
});

function nameOf(node: SpanNode | null): string | null {
  if (node === null) return null;
  if (node.span === null) return 'parent not received';
  return shownName(node.span.span_name);
}

function Name({ name }: { readonly name: string }) {
  return (
    <span dir="auto" className="min-w-0 truncate">
      {name}
    </span>
  );
}

function SpanNames({ row }: { readonly row: OverlayRow }) {
  const [a, b] = [nameOf(row.a), nameOf(row.b)];
  const span = row.a?.span ?? row.b?.span ?? null;
  const hasError = row.a?.span?.has_error === true || row.b?.span?.has_error === true;
  const isRenamed = a !== null && b !== null && a !== b;
  const name = isRenamed ? `${a} → ${b}` : (a ?? b ?? '');
  return (
    <>
      {span !== null && <SpanIcon span={span} />}
      <span title={name} className={classNames('flex min-w-0', hasError && 'text-error')}>
        {isRenamed ? <FromTo from={<Name name={a} />} to={<Name name={b} />} /> : <Name name={name} />}
      </span>
    </>
  );
}

type LinkProps = {
  readonly project: string;
  readonly side: Side;
  readonly traceId: string;
  readonly node: SpanNode | null;
  readonly isOnly: boolean;
};

/** The way to the span in its trace; where only one trace has it, that is said. */
function SpanLink({ project, side, traceId, node, isOnly }: LinkProps) {
  if (node?.span == null) return null;
  const letter = SIDE_LETTERS[side];
  return (
    <Link
      to="/p/$project/traces/$traceId"
      params={{ project, traceId }}
      search={{ span: node.id, tab: 'span' }}
      title={`Open it in trace ${letter}`}
      className="flex h-6 min-w-6 items-center justify-center gap-1 rounded-sm px-0.5 text-xs hover:bg-hover"
    >
      <span className="sr-only">{nameOf(node)}, </span>
      {isOnly && <span className="text-ink-3">only</span>}
      <SideBadge side={side} />
    </Link>
  );
}

function Durations({ row: { a, b } }: { readonly row: OverlayRow }) {
  const durationOf = (node: SpanNode): number => node.endMs - node.startMs;
  const textOf = (node: SpanNode): string => (isRunning(node) ? 'running' : formatDuration(durationOf(node)));
  // What has not come took no time that anybody knows.
  if (a?.span == null || b?.span == null) {
    const only = [a, b].find((node) => node?.span != null);
    return <span className="text-ink-3">{only == null ? '' : textOf(only)}</span>;
  }
  const isKnown = !isRunning(a) && !isRunning(b);
  const change = isKnown ? changeOf(durationOf(a), durationOf(b), formatDuration) : 'not known yet';
  return (
    <span title={change === '' ? 'Equally long' : change}>
      <span className="text-ink-3">{textOf(a)} → </span>
      {textOf(b)}
      <span className="inline-block w-16 pl-2 whitespace-nowrap text-ink-2 @max-[480px]/spans:hidden">
        {isKnown && (change === '' ? 'same' : shareOf(change))}
      </span>
    </span>
  );
}

/** Of `+1.2 s (+18 %)` what is in brackets. */
function shareOf(change: string): string {
  return /\((.+)\)/.exec(change)?.[1] ?? change;
}

type BarProps = {
  readonly side: Side;
  readonly node: SpanNode | null;
  readonly startMs: number;
  readonly wholeMs: number;
};

function SideBar({ side, node, startMs, wholeMs }: BarProps) {
  if (node?.span == null) return null;
  const left = ((node.startMs - startMs) / wholeMs) * 100;
  const width = ((node.endMs - node.startMs) / wholeMs) * 100;
  return (
    <span
      aria-hidden
      className={classNames(
        'absolute h-2 min-w-0.5 rounded-[2px] opacity-80',
        SIDE_CLASSES[side].bar,
        side === 'a' ? 'top-1.5' : 'bottom-1.5',
      )}
      style={{ left: `${left}%`, width: `${width}%` }}
    />
  );
}
