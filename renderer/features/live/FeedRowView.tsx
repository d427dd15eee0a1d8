import { MessageSquareText, User } from 'lucide-react';
import { memo, type ReactNode, type Ref } from 'react';
import type { Span } from '../../../collector/contract/spans.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import type { FeedRow } from '../../lib/feed.ts';
import type { FeedLine } from '../../lib/feed-lines.ts';
import { formatCount } from '../../lib/format.ts';
import { firstLine, showHidden, shownName } from '../../lib/text.ts';
import { classNames } from '../../ui/class-names.ts';
import { callsTools } from '../../ui/conversation/finish-reason.ts';
import { FrameworkIcons } from '../../ui/traces/FrameworkIcons.tsx';
import { FromTo } from '../../ui/text/FromTo.tsx';
import { formatShortClock } from '../../lib/time.ts';
import { IconSquare } from '../../ui/traces/IconSquare.tsx';
import { CostText } from '../../ui/facts/Numbers.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { SessionLink } from '../../ui/traces/SessionLink.tsx';
import { SpanDuration } from '../../ui/traces/SpanDuration.tsx';
import { SpanIcon } from '../../ui/traces/SpanIcon.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { Cell } from './Cell.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { SystemLine } from './SystemLine.tsx';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';

/**
 * In pixels: rows of one kind are equally high, so that the feed knows its length without drawing it. Only a system prompt that
 * is unfolded is higher, and measured.
 */
export const ROW_HEIGHTS: Readonly<Record<FeedRow['kind'], number>> = { trace: 38, line: 28, gap: 32 };

type Props = {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly row: FeedRow;
  readonly project: string;
  /** Of a head. */
  readonly trace: TraceSummary | undefined;
  readonly isActive: boolean;
  /** Of a system prompt. */
  readonly isUnfolded: boolean;
  /** Stays the same. */
  readonly onUnfold: (key: string, isOpen: boolean) => void;
  readonly ref?: Ref<HTMLDivElement> | undefined;
};

export const FeedRowView = memo(function FeedRowView(props: Props) {
  const { id, index, top, row, isActive, isUnfolded, ref } = props;
  const isGap = row.kind === 'gap';
  const height = ROW_HEIGHTS[row.kind];
  return (
    <div
      ref={ref}
      id={id}
      role="row"
      data-index={index}
      aria-rowindex={index + 1}
      aria-selected={isGap ? undefined : isActive}
      className={classNames(
        'absolute inset-x-0 flex items-center px-4 text-sm',
        !isGap && 'cursor-pointer',
        row.kind === 'trace' && 'border-t border-line',
        isActive && 'bg-selected shadow-[inset_2px_0_var(--accent)]',
        !isActive && !isGap && 'hover:bg-hover',
        !isActive && row.kind === 'trace' && 'bg-surface',
      )}
      style={{ [isUnfolded ? 'minHeight' : 'height']: height, transform: `translateY(${top}px)` }}
    >
      <RowContent {...props} />
    </div>
  );
}, isSameRow);

/** Rows are made anew with every update: what they show tells whether they changed. */
function isSameRow(a: Props, b: Props): boolean {
  const isSame =
    a.row.kind === 'line' && b.row.kind === 'line'
      ? a.row.line === b.row.line && a.row.isLast === b.row.isLast
      : a.row.key === b.row.key;
  return (
    isSame &&
    a.id === b.id &&
    a.top === b.top &&
    a.trace === b.trace &&
    a.isActive === b.isActive &&
    a.isUnfolded === b.isUnfolded &&
    a.ref === b.ref &&
    a.project === b.project
  );
}

function RowContent({ row, project, trace, isActive, isUnfolded, onUnfold }: Props) {
  switch (row.kind) {
    case 'gap':
      return (
        <Cell className="flex-1 text-center text-xs text-ink-3">
          {row.count === null
            ? 'Something may be missing here: the connection was away'
            : `${formatCount(row.count)} spans left out: they came faster than they could be read`}
        </Cell>
      );
    case 'trace':
      return <Head row={row} project={project} trace={trace} isActive={isActive} />;
    case 'line':
      return row.line.prompt === undefined ? (
        <Line row={row} />
      ) : (
        <SystemLine
          project={project}
          entry={row.entry}
          at={row.line.at}
          prompt={row.line.prompt}
          isOpen={isUnfolded}
          onToggle={(isOpen) => onUnfold(row.key, isOpen)}
          tabIndex={isActive ? 0 : -1}
        />
      );
  }
}

type HeadProps = {
  readonly row: FeedRow & { kind: 'trace' };
  readonly project: string;
  readonly trace: TraceSummary | undefined;
  readonly isActive: boolean;
};

function Head({ row, project, trace, isActive }: HeadProps) {
  if (trace === undefined) return <Cell className="font-mono text-ink-3">{row.traceId}</Cell>;
  const name = shownName(trace.trace_name);
  return (
    <>
      <Cell className="flex min-w-0 flex-auto items-center gap-2">
        <StatusDot of={trace} />
        <span dir="auto" className="truncate font-semibold" title={name}>
          <NarrowName name={trace.trace_name} />
        </span>
        {row.isContinued && <span className="flex-none text-xs text-ink-3">goes on</span>}
        {trace.framework !== null && <FrameworkIcons slugs={[trace.framework]} />}
      </Cell>
      {/* The session gives way first, since the name tells more: where no room for some letters is left, it wraps out of sight. */}
      {trace.session_id !== null && (
        <Cell className="ml-3 flex h-lh max-w-44 min-w-0 shrink-[9999] flex-wrap justify-end overflow-hidden text-xs text-ink-3 before:h-lh before:content-['']">
          <span
            className="flex min-w-20 flex-1 items-center justify-end gap-1"
            title={`Session ${showHidden(trace.session_id)}`}
          >
            <MessageSquareText size={11} aria-hidden className="flex-none" />
            <span className="min-w-0">
              <SessionLink project={project} sessionId={trace.session_id} tabIndex={isActive ? 0 : -1} />
            </span>
          </span>
        </Cell>
      )}
      <Cell className="num ml-3 flex flex-none items-center gap-3 text-xs whitespace-nowrap text-ink-3">
        {trace.total_tokens > 0 && (
          <span className="@max-[620px]/feed:hidden">{formatCount(trace.total_tokens)} tokens</span>
        )}
        {trace.total_cost > 0 && (
          <span className="@max-[720px]/feed:hidden">
            <CostText dollars={trace.total_cost} unpriced={trace.unpriced_call_count} />
          </span>
        )}
        <span>
          <TraceDuration trace={trace} />
        </span>
      </Cell>
    </>
  );
}

const RAILS = {
  system: 'border-line',
  user: 'border-accent',
  assistant: 'border-llm',
  tool: 'border-tool',
  agent: 'border-agent',
  step: 'border-retriever',
  span: 'border-line-strong',
} as const;

function Line({ row }: { readonly row: FeedRow & { kind: 'line' } }) {
  const { entry, line, isLast } = row;
  const { span } = entry;
  const isFailed = span.has_error && isLast;
  return (
    <>
      <Cell className="num w-26 flex-none text-xs text-ink-3 @max-[480px]/feed:hidden">
        <ClockTime iso={line.at} format={formatShortClock} />
      </Cell>
      <Cell className="flex w-36 flex-none items-center gap-2 pr-2 @max-[480px]/feed:w-28 @min-[1100px]/feed:w-48">
        {line.kind === 'user' ? (
          <IconSquare icon={User} className="bg-accent-soft text-accent" />
        ) : (
          <SpanIcon span={span} />
        )}
        <span
          dir="auto"
          className={classNames('truncate', isFailed ? 'text-error' : 'text-ink-2')}
          title={speakerOf(line)}
        >
          {speakerOf(line)}
        </span>
      </Cell>
      <Cell
        className={classNames(
          'flex min-w-0 flex-1 items-baseline gap-1.5 overflow-hidden border-l-2 pl-2.5 leading-5 whitespace-nowrap',
          isFailed ? 'border-error' : RAILS[line.kind],
        )}
      >
        <Words row={row} isFailed={isFailed} />
      </Cell>
      {isLast && (
        <Cell className="num ml-3 flex flex-none items-center gap-3 text-xs text-ink-3">
          {line.kind === 'assistant' && span.model !== null && (
            <span dir="auto" className="max-w-40 truncate @max-[760px]/feed:hidden">
              {showHidden(span.model)}
            </span>
          )}
          {span.total_tokens > 0 && line.kind === 'assistant' && (
            <span className="@max-[620px]/feed:hidden">{formatCount(span.total_tokens)} tokens</span>
          )}
          <span className={classNames('min-w-14 text-right', span.state === 'running' && 'text-warn')}>
            <SpanDuration span={span} />
          </span>
        </Cell>
      )}
    </>
  );
}

function speakerOf({ kind, name }: (FeedRow & { kind: 'line' })['line']): string {
  if (kind === 'user') return 'User';
  if (name !== null) return showHidden(name);
  return kind === 'assistant' ? 'Assistant' : '(no name)';
}

type WordsProps = { readonly row: FeedRow & { kind: 'line' }; readonly isFailed: boolean };

function Words({ row, isFailed }: WordsProps): ReactNode {
  const { line, entry } = row;
  const { span } = entry;
  const error = isFailed ? (span.status_message ?? 'failed') : null;
  if (line.kind === 'agent' && error === null) {
    return <span className="text-ink-3">{span.state === 'running' ? 'at work' : 'done'}</span>;
  }
  const result = error ?? line.result;
  const isCall = line.kind === 'tool' || line.kind === 'step';
  if (line.text === null && result === null && line.calls.length === 0) {
    return <span className="truncate text-ink-3">{withoutWords(line.kind, span)}</span>;
  }
  const said = (
    <>
      {line.text !== null && (
        <span
          dir="auto"
          className={classNames('truncate', isCall ? 'font-mono text-xs text-ink-2' : 'text-ink')}
          title={showHidden(line.text)}
        >
          {firstLine(line.text, 300)}
        </span>
      )}
      {line.calls.length > 0 && (
        <span className="max-w-full min-w-16 shrink-2 truncate text-ink-3">
          calls {showHidden(line.calls.join(', '))}
        </span>
      )}
    </>
  );
  if (result === null) return said;
  const came = (
    <span
      dir="auto"
      className={classNames(
        'truncate',
        isCall && error === null && 'font-mono text-xs',
        error === null ? 'text-ink-2' : 'text-error',
      )}
      title={showHidden(result)}
    >
      {firstLine(result, 300)}
    </span>
  );
  return <FromTo from={said} to={came} />;
}

/** What stands in place of words that a span does not tell, or does not tell yet. */
function withoutWords(kind: FeedLine['kind'], { state, finish_reasons }: Span): string {
  if (kind === 'span') return '';
  if (kind === 'assistant' && finish_reasons.some(callsTools)) return 'calls tools';
  if (state === 'done') return 'no content recorded';
  return kind === 'assistant' ? 'waiting for the answer' : 'at work';
}
