import type { Span } from '../../../collector/contract/spans.ts';
import { formatDuration } from '../../lib/format.ts';
import { barLabels } from '../../lib/span-labels.ts';
import { spanTone } from '../../lib/span-kind.ts';
import { placeBar, chooseLabel, type Bar, type LabelPlace, type TimeWindow } from '../../lib/waterfall.ts';
import { classNames } from '../../ui/class-names.ts';
import { TONE_CLASSES } from '../../ui/SpanIcon.tsx';

type Props = {
  readonly span: Span;
  readonly startMs: number;
  readonly endMs: number;
  readonly window: TimeWindow;
  readonly columnPx: number;
};

const LEAST_PX = 3;

/** A span on the time axis, with its duration inside or beside it and the first token's arrival marked. */
export function SpanBar({ span, startMs, endMs, window, columnPx }: Props) {
  const bar = placeBar(startMs, endMs, window);
  if (bar === null) return null;
  const { label, place } = chooseLabel(bar, columnPx, barLabels(span), span.time_to_first_token_ms !== null);
  return (
    <>
      <span
        className={classNames(
          'absolute top-1.75 h-3.5 rounded-[3px] border border-current',
          span.has_error ? 'bg-error-soft text-error' : TONE_CLASSES[spanTone(span)],
          span.state === 'running' && 'running-stripes',
        )}
        style={{
          left: `min(${bar.left * 100}%, calc(100% - ${LEAST_PX}px))`,
          width: `max(${bar.width * 100}%, ${LEAST_PX}px)`,
        }}
      >
        <FirstToken span={span} startMs={startMs} window={window} bar={bar} />
      </span>
      <span
        className={classNames(
          'num pointer-events-none absolute top-1.5 text-xs whitespace-nowrap',
          span.has_error && place !== 'inside' ? 'text-error' : 'text-ink-2',
        )}
        style={labelStyle(bar, place)}
      >
        {label}
      </span>
    </>
  );
}

function labelStyle(bar: Bar, place: LabelPlace) {
  if (place === 'before') return { right: `calc(${(1 - bar.left) * 100}% + 6px)` };
  if (place === 'after')
    return { left: `calc(max(${(bar.left + bar.width) * 100}%, ${bar.left * 100}% + ${LEAST_PX}px) + 6px)` };
  return { left: `calc(${bar.left * 100}% + 8px)` };
}

type MarkProps = {
  readonly span: Span;
  readonly startMs: number;
  readonly window: TimeWindow;
  readonly bar: Bar;
};

function FirstToken({ span, startMs, window, bar }: MarkProps) {
  if (span.time_to_first_token_ms === null) return null;
  const mark = placeBar(startMs + span.time_to_first_token_ms, startMs + span.time_to_first_token_ms, window);
  if (mark === null || bar.width === 0) return null;
  const share = (mark.left - bar.left) / bar.width;
  if (share <= 0 || share >= 1) return null;
  return (
    <span
      title={`First token after ${formatDuration(span.time_to_first_token_ms)}`}
      className="absolute -inset-y-px w-0 border-l-2 border-current"
      style={{ left: `${share * 100}%` }}
    />
  );
}
