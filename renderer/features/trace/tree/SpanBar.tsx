import type { TreeRow } from '../../../../collector/contract/spans.ts';
import { formatDuration, formatOffset } from '../../../lib/format.ts';
import type { RowGap } from './idle-gaps.ts';
import { crossLabel, placeTicks, type EventTick } from './event-ticks.ts';
import { barLabels } from '../../../lib/span-labels.ts';
import { spanTone } from '../../../lib/span-kind.ts';
import { shownName } from '../../../lib/text.ts';
import {
  chooseLabel,
  labelRoomPx,
  placeBar,
  type Bar,
  type LabelPlace,
  type TimeWindow,
} from '../../../lib/waterfall.ts';
import { classNames } from '../../../ui/class-names.ts';
import { TONE_CLASSES } from '../../../ui/traces/SpanIcon.tsx';
import { useRunTime } from '../../../ui/traces/use-run-time.ts';

type Props = {
  readonly span: TreeRow;
  readonly startMs: number;
  readonly endMs: number;
  readonly window: TimeWindow;
  readonly columnPx: number;
  readonly ticks: readonly EventTick[];
  readonly gaps: readonly RowGap[];
  readonly path: readonly TimeWindow[] | null;
};

const LEAST_PX = 3;

/** A span on the time axis, with its duration inside or beside it, the first token's arrival and idle time marked. */
export function SpanBar({ span, startMs, endMs, window, columnPx, ticks, gaps, path }: Props) {
  const isRunning = span.state === 'running';
  const ranMs = useRunTime(span);
  const bar = placeBar(startMs, isRunning ? Infinity : endMs, window);
  const idleBeside = (place: LabelPlace | null, label: string) =>
    gaps.map((gap) => (
      <IdleGap
        key={gap.side}
        gap={gap}
        window={window}
        columnPx={columnPx}
        labelPx={gap.side === place ? labelRoomPx(label) : 0}
      />
    ));
  if (bar === null) return idleBeside(null, '');
  const marked: LabelPlace[] = span.time_to_first_token_ms === null ? [] : ['inside'];
  const idlePlaces = gaps.map((gap) => gap.side);
  const { label, place } = chooseLabel(bar, columnPx, barLabels(span, ranMs), marked, idlePlaces);
  const isAside = path?.length === 0;
  const placed = placeTicks(ticks, window, columnPx);
  const isCrossed =
    isRunning || crossLabel(placed, { left: bar.left, widthPx: labelRoomPx(label) }, columnPx);
  return (
    <>
      <span
        data-bar
        className={classNames(
          'absolute top-1.75 h-3.5 rounded-[3px] border border-current forced-color-adjust-none',
          span.has_error ? 'bg-error-soft text-error' : TONE_CLASSES[spanTone(span)],
          isRunning && 'running-stripes',
          isAside && 'opacity-40',
        )}
        style={{
          left: `min(${bar.left * 100}%, calc(100% - ${LEAST_PX}px))`,
          width: `max(${bar.width * 100}%, ${LEAST_PX}px)`,
        }}
      >
        <FirstToken span={span} startMs={startMs} window={window} bar={bar} />
      </span>
      {placed.map((tick) => (
        <span
          key={tick.left}
          data-event
          title={`${shownName(tick.name)}, ${formatOffset(tick.timeMs - startMs)} from the start`}
          className={classNames(
            'absolute top-1 h-1.5 w-1 -translate-x-1/2 rounded-[1px]',
            tick.isException ? 'bg-error' : 'bg-ink-2',
          )}
          style={{ left: `${tick.left * 100}%` }}
        />
      ))}
      {path?.map((stretch) => (
        <CriticalStretch key={stretch.startMs} stretch={stretch} window={window} />
      ))}
      <span
        className={classNames(
          'num pointer-events-none absolute text-xs whitespace-nowrap',
          span.has_error && place !== 'inside' ? 'text-error' : 'text-ink-2',
          // Stripes and ticks run through letters: these lie on a plate within the frame of the bar.
          isCrossed && place === 'inside' ? 'top-2 -ml-0.5 rounded-[2px] bg-bg px-1 leading-3' : 'top-1.5',
        )}
        style={labelStyle(bar, place)}
      >
        {label}
      </span>
      {idleBeside(place, label)}
    </>
  );
}

function CriticalStretch({ stretch, window }: { readonly stretch: TimeWindow; readonly window: TimeWindow }) {
  const bar = placeBar(stretch.startMs, stretch.endMs, window);
  if (bar === null) return null;
  return (
    <span
      data-critical
      title={`Critical path: ${formatDuration(stretch.endMs - stretch.startMs)} here`}
      className="absolute top-5 h-0.75 rounded-full bg-ink"
      style={{ left: `${bar.left * 100}%`, width: `max(${bar.width * 100}%, 2px)` }}
    />
  );
}

const IDLE_LABEL_PX = 74;

/** Time in which nothing was busy, drawn in the row of the span that ended it. */
function IdleGap({
  gap,
  window,
  columnPx,
  labelPx,
}: {
  readonly gap: RowGap;
  readonly window: TimeWindow;
  readonly columnPx: number;
  /** How much of it the label of the span takes, on the span's side. */
  readonly labelPx: number;
}) {
  const bar = placeBar(gap.startMs, gap.endMs, window);
  if (bar === null) return null;
  const label = `idle ${formatDuration(gap.endMs - gap.startMs)}`;
  const isTold = bar.width * columnPx - labelPx >= IDLE_LABEL_PX;
  return (
    <span
      title={label}
      className={classNames(
        isTold && 'gap-1.5',
        'num absolute top-1.5 flex items-center overflow-hidden px-1 text-xs whitespace-nowrap text-ink-3 before:min-w-1 before:flex-1 before:border-t before:border-dashed before:border-control after:min-w-1 after:flex-1 after:border-t after:border-dashed after:border-control',
      )}
      style={{
        left: `calc(${bar.left * 100}% + ${gap.side === 'after' ? labelPx : 0}px)`,
        width: `max(0px, ${bar.width * 100}% - ${labelPx}px)`,
        height: 16,
      }}
    >
      {isTold && label}
    </span>
  );
}

function labelStyle(bar: Bar, place: LabelPlace) {
  if (place === 'before') return { right: `calc(${(1 - bar.left) * 100}% + 6px)` };
  if (place === 'after')
    return { left: `calc(max(${(bar.left + bar.width) * 100}%, ${bar.left * 100}% + ${LEAST_PX}px) + 6px)` };
  return { left: `calc(${bar.left * 100}% + 8px)` };
}

type MarkProps = {
  readonly span: TreeRow;
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
