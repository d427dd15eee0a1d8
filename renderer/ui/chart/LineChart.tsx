import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { formatTimeTick, niceTicks, thinOut, timeTicks, type Point } from '../../lib/chart-scale.ts';
import type { Line } from '../../lib/metric-lines.ts';
import { formatExact } from '../../lib/time.ts';
import { classNames } from '../class-names.ts';
import { useElementWidth } from '../use-element-width.ts';
import { SERIES_CLASSES } from './series-classes.ts';

type Props = {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly height?: number;
};

const LEFT = 72;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 22;
/** A line of few points shows each of them: it may lie within a single pixel. */
const MOST_DOTS = 40;
/** How far from the pointer a series may have its nearest point to be told, in pixels. */
const REACH = 24;

/** Lines over time with their values at the pointer; the table beside it says the same to who can't see it. */
export function LineChart({ label, lines, format, height = 240 }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(200, useElementWidth(box));
  const [atMs, setAtMs] = useState<number | null>(null);
  const scale = useMemo(() => scaleOf(lines, width, height), [lines, width, height]);
  const onMove = (event: PointerEvent<SVGSVGElement>): void => {
    const left = event.currentTarget.getBoundingClientRect().left;
    setAtMs(scale.timeAt(event.clientX - left));
  };
  const { near, shownMs } = pointsAt(lines, atMs, scale);
  return (
    <div ref={box} className="relative">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className="block touch-none select-none"
        onPointerMove={onMove}
        onPointerLeave={() => setAtMs(null)}
      >
        {scale.valueTicks.map((value) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={width - RIGHT}
              y1={scale.y(value)}
              y2={scale.y(value)}
              className="stroke-line"
            />
            <text x={LEFT - 8} y={scale.y(value) + 4} textAnchor="end" className="num fill-ink-3 text-xs">
              {format(value)}
            </text>
          </g>
        ))}
        {scale.timeTicks.map((time) => (
          <text
            key={time}
            x={Math.min(width - RIGHT - 20, Math.max(LEFT + 20, scale.x(time)))}
            y={height - 6}
            textAnchor="middle"
            className="num fill-ink-3 text-xs"
          >
            {formatTimeTick(time, scale.spanMs)}
          </text>
        ))}
        {lines.map((line, index) => (
          <LinePath key={line.name} line={line} index={index} scale={scale} columns={width} />
        ))}
        {shownMs !== null && (
          <line
            x1={scale.x(shownMs)}
            x2={scale.x(shownMs)}
            y1={TOP}
            y2={height - BOTTOM}
            className="stroke-line-strong"
          />
        )}
        {near.map((point, index) =>
          point === null ? null : (
            <circle
              key={index}
              cx={scale.x(point.x)}
              cy={scale.y(point.y)}
              r={3}
              className={classNames('fill-bg stroke-2', seriesClass(index))}
            />
          ),
        )}
      </svg>
      {shownMs !== null && (
        <div
          aria-hidden
          className="pointer-events-none absolute top-1 z-10 max-w-72 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-xs shadow-pop"
          style={
            scale.x(shownMs) > width / 2
              ? { right: width - scale.x(shownMs) + 10 }
              : { left: scale.x(shownMs) + 10 }
          }
        >
          <div className="mb-0.5 text-ink-3">{formatExact(shownMs)}</div>
          {near.slice(0, 12).map((point, index) =>
            point === null ? null : (
              <div key={index} className="num flex items-center gap-2">
                <span className={classNames('size-2 flex-none rounded-full', seriesFill(index))} />
                <span className="min-w-0 truncate">{lines[index]?.name}</span>
                <b className="ml-auto pl-3 font-semibold">{format(point.y)}</b>
              </div>
            ),
          )}
        </div>
      )}
    </div>
  );
}

type Scale = ReturnType<typeof scaleOf>;

function LinePath({
  line,
  index,
  scale,
  columns,
}: {
  readonly line: Line;
  readonly index: number;
  readonly scale: Scale;
  readonly columns: number;
}) {
  const points = thinOut(line.points, columns);
  const path = points.map(({ x, y }) => `${scale.x(x).toFixed(1)},${scale.y(y).toFixed(1)}`).join(' ');
  return (
    <>
      <polyline
        points={path}
        className={classNames('fill-none stroke-[1.5]', seriesClass(index))}
        strokeLinejoin="round"
      />
      {points.length <= MOST_DOTS &&
        points.map((point) => (
          <circle
            key={point.x}
            cx={scale.x(point.x)}
            cy={scale.y(point.y)}
            r={2}
            className={classNames('fill-bg stroke-[1.5]', seriesClass(index))}
          />
        ))}
    </>
  );
}

function seriesClass(index: number): string {
  return SERIES_CLASSES[index % SERIES_CLASSES.length]?.stroke ?? '';
}

function seriesFill(index: number): string {
  return SERIES_CLASSES[index % SERIES_CLASSES.length]?.fill ?? '';
}

function scaleOf(lines: readonly Line[], width: number, height: number) {
  let [startMs, endMs, low, high] = [Infinity, -Infinity, 0, -Infinity];
  for (const { points } of lines) {
    for (const { x, y } of points) {
      startMs = Math.min(startMs, x);
      endMs = Math.max(endMs, x);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  if (!(endMs > startMs)) {
    startMs -= 30_000;
    endMs = startMs + 60_000;
  }
  const valueTicks = niceTicks(low, Math.max(low, high), 4);
  const [bottom, top] = [valueTicks[0] ?? 0, valueTicks.at(-1) ?? 1];
  const [innerWidth, innerHeight] = [width - LEFT - RIGHT, height - TOP - BOTTOM];
  const spanMs = endMs - startMs;
  return {
    spanMs,
    valueTicks,
    timeTicks: timeTicks(startMs, endMs, Math.max(2, Math.floor(innerWidth / 90))),
    x: (timeMs: number): number => LEFT + ((timeMs - startMs) / spanMs) * innerWidth,
    y: (value: number): number => TOP + (1 - (value - bottom) / (top - bottom || 1)) * innerHeight,
    timeAt: (pixels: number): number => startMs + ((pixels - LEFT) / innerWidth) * spanMs,
  };
}

/** The point of each line that is nearest to a time, null for those that have none near; and the nearest one's time. */
function pointsAt(
  lines: readonly Line[],
  atMs: number | null,
  scale: Scale,
): { readonly near: readonly (Point | null)[]; readonly shownMs: number | null } {
  if (atMs === null) return { near: [], shownMs: null };
  const all = lines.map((line) => nearest(line, atMs));
  const times = all.flatMap((point) => (point === null ? [] : [point.x]));
  const first = times[0];
  if (first === undefined) return { near: [], shownMs: null };
  const shownMs = times.reduce(
    (best, time) => (Math.abs(time - atMs) < Math.abs(best - atMs) ? time : best),
    first,
  );
  const isNear = ({ x }: Point): boolean => Math.abs(scale.x(x) - scale.x(shownMs)) <= REACH;
  return { near: all.map((point) => (point !== null && isNear(point) ? point : null)), shownMs };
}

function nearest({ points }: Line, timeMs: number): Point | null {
  let [low, high] = [0, points.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.x ?? 0) < timeMs) low = middle;
    else high = middle;
  }
  const [before, after] = [points[low], points[high]];
  if (before === undefined || after === undefined) return null;
  return Math.abs(before.x - timeMs) <= Math.abs(after.x - timeMs) ? before : after;
}
