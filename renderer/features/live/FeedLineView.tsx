import { User } from 'lucide-react';
import type { FeedRow } from '../../lib/feed.ts';
import { formatCount } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import { formatShortClock } from '../../lib/time.ts';
import { classNames } from '../../ui/class-names.ts';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { IconSquare } from '../../ui/traces/IconSquare.tsx';
import { SpanDuration } from '../../ui/traces/SpanDuration.tsx';
import { SpanIcon } from '../../ui/traces/SpanIcon.tsx';
import { Cell } from './Cell.tsx';
import { LineWords } from './LineWords.tsx';

const RAILS = {
  system: 'border-line',
  user: 'border-accent',
  assistant: 'border-llm',
  tool: 'border-tool',
  agent: 'border-agent',
  step: 'border-retriever',
  span: 'border-line-strong',
} as const;

/** What was said or done, by whom and when; the last line of a span tells its figures. */
export function FeedLineView({ row }: { readonly row: FeedRow & { kind: 'line' } }) {
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
        <LineWords row={row} isFailed={isFailed} />
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
