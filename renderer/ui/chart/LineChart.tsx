import { Fragment, useMemo } from 'react';
import {
  splitAtGaps,
  thinOut,
  type PlotBounds,
  type PlotScale,
  type Point,
  type TicksOf,
  type TimeSpan,
} from '../../lib/chart-scale.ts';
import type { Line } from '../../lib/metric-lines.ts';
import type { ValueAxis } from '../../lib/value-axis.ts';
import { classNames } from '../class-names.ts';
import { ChartFrame, type ChartTip } from './ChartFrame.tsx';
import { SeriesMark } from './SeriesMark.tsx';
import { seriesLook } from './series-look.ts';
import type { SelectTime } from './use-brush.ts';

type Props = {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  /** Must be the same one as long as it says the same. */
  readonly axis: ValueAxis;
  readonly height?: number;
  /** The time axis; without it from the first point to the last. */
  readonly time?: TimeSpan;
  /** What is told beside a time; without it the time itself. */
  readonly timeTitle?: (timeMs: number) => string;
  readonly ticksOf?: TicksOf | undefined;
  /** Points further apart have nothing between them, and no line. */
  readonly mostGapMs?: number;
  readonly onSelect?: SelectTime;
};

/** A line of few points shows each of them: it may lie within a single pixel. */
const MOST_DOTS = 40;
/** How far from the pointer a series may have its nearest point to be told, in pixels. */
const REACH = 24;

/** Lines over time with their values at the pointer; a table beside it says the same to who can't see it. */
export function LineChart(props: Props) {
  const { label, lines, format, axis, height, time, timeTitle, ticksOf, mostGapMs, onSelect } = props;
  const bounds = useMemo(() => ({ ...boundsOf(lines, time), ticksOf }), [lines, time, ticksOf]);
  const tipAt = (atMs: number, scale: PlotScale): ChartTip | null => {
    const { near, shownMs } = pointsAt(lines, atMs, scale);
    if (shownMs === null) return null;
    const rows = near.flatMap((point, index) =>
      point === null
        ? []
        : [{ name: lines[index]?.name ?? '', value: format(point.y), mark: <SeriesMark index={index} /> }],
    );
    return { atMs: shownMs, rows, ...(timeTitle === undefined ? {} : { title: timeTitle(shownMs) }) };
  };
  return (
    <ChartFrame label={label} bounds={bounds} axis={axis} height={height} tipAt={tipAt} onSelect={onSelect}>
      {(scale, tip) => (
        <>
          {lines.map((line, index) => (
            <LinePath key={line.name} {...{ line, index, scale, mostGapMs }} />
          ))}
          {tip !== null && <Marks lines={lines} atMs={tip.atMs} scale={scale} />}
        </>
      )}
    </ChartFrame>
  );
}

function boundsOf(lines: readonly Line[], time: TimeSpan | undefined): PlotBounds {
  let [startMs, endMs, low, high] = [Infinity, -Infinity, 0, -Infinity];
  for (const { points } of lines) {
    for (const { x, y } of points) {
      startMs = Math.min(startMs, x);
      endMs = Math.max(endMs, x);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  return { time: time ?? { startMs, endMs }, low, high };
}

type PathProps = {
  readonly line: Line;
  readonly index: number;
  readonly scale: PlotScale;
  readonly mostGapMs: number | undefined;
};

function LinePath({ line, index, scale, mostGapMs = Infinity }: PathProps) {
  const { stroke, dash } = seriesLook(index);
  return splitAtGaps(line.points, mostGapMs).map((stretch) => {
    const length = scale.x(stretch.at(-1)?.x ?? 0) - scale.x(stretch[0]?.x ?? 0);
    const points = thinOut(stretch, Math.max(1, length));
    const isDotted = points.length === 1 || line.points.length <= MOST_DOTS;
    return (
      <Fragment key={stretch[0]?.x}>
        <polyline
          points={points.map(({ x, y }) => `${scale.x(x).toFixed(1)},${scale.y(y).toFixed(1)}`).join(' ')}
          className={classNames('fill-none stroke-[1.5]', stroke)}
          strokeDasharray={dash}
          strokeLinejoin="round"
        />
        {isDotted &&
          points.map((point) => (
            <circle
              key={point.x}
              cx={scale.x(point.x)}
              cy={scale.y(point.y)}
              r={2}
              className={classNames('fill-bg stroke-[1.5]', stroke)}
            />
          ))}
      </Fragment>
    );
  });
}

type MarksProps = { readonly lines: readonly Line[]; readonly atMs: number; readonly scale: PlotScale };

function Marks({ lines, atMs, scale }: MarksProps) {
  const x = scale.x(atMs);
  return (
    <>
      <line x1={x} x2={x} y1={scale.top} y2={scale.bottom} className="stroke-line-strong" />
      {pointsAt(lines, atMs, scale).near.map((point, index) =>
        point === null ? null : (
          <circle
            key={index}
            cx={scale.x(point.x)}
            cy={scale.y(point.y)}
            r={3}
            className={classNames('fill-bg stroke-2', seriesLook(index).stroke)}
          />
        ),
      )}
    </>
  );
}

/** The point of each line that is nearest to a time, null for those that have none near; and the nearest one's time. */
function pointsAt(
  lines: readonly Line[],
  atMs: number,
  scale: PlotScale,
): { readonly near: readonly (Point | null)[]; readonly shownMs: number | null } {
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
