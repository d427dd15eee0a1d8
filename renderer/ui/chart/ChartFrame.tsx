import { useMemo, useRef, type ReactNode } from 'react';
import {
  labelX,
  labelsWidth,
  plotScale,
  valueTicks,
  type PlotBounds,
  type PlotScale,
} from '../../lib/chart-scale.ts';
import { formatExact } from '../../lib/time.ts';
import type { ValueAxis } from '../../lib/value-axis.ts';
import { classNames } from '../class-names.ts';
import { useElementWidth } from '../use-element-width.ts';
import { useBrush, type SelectTime } from './use-brush.ts';

/** What is told of a time: the values there, each with its mark. */
export type ChartTip = {
  readonly atMs: number;
  readonly title?: string;
  readonly rows: readonly { readonly name: string; readonly value: string; readonly mark: ReactNode }[];
};

type Props = {
  readonly label: string;
  readonly bounds: PlotBounds;
  readonly axis: ValueAxis;
  readonly height?: number | undefined;
  readonly tipAt: (timeMs: number, scale: PlotScale) => ChartTip | null;
  /** Called with the stretch of time that somebody drags over. */
  readonly onSelect?: SelectTime | undefined;
  readonly children: (scale: PlotScale, tip: ChartTip | null) => ReactNode;
};

const MOST_TIP_ROWS = 12;

/** Axes over time, what is told at the pointer, and dragging; what is drawn in between is the child's. */
export function ChartFrame(props: Props) {
  const { label, bounds, axis, height = 240, tipAt, onSelect, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(200, useElementWidth(box));
  const scale = useMemo(() => {
    const own = { ...bounds, stepOf: axis.stepOf };
    return plotScale(own, width, height, labelsWidth(tickLabels(valueTicks(own), axis)));
  }, [bounds, axis, width, height]);
  const { pointerMs, dragged, handlers } = useBrush(scale, onSelect);
  const tip = pointerMs === null ? null : tipAt(pointerMs, scale);
  return (
    <div ref={box} className="relative">
      {axis.unit !== undefined && (
        <p className="truncate px-4 text-xs text-ink-3" title={axis.unit}>
          {axis.unit}
        </p>
      )}
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className={classNames('block touch-none select-none', onSelect !== undefined && 'cursor-crosshair')}
        {...handlers}
      >
        <Axes scale={scale} axis={axis} />
        {children(scale, tip)}
        {dragged !== null && (
          <rect
            x={scale.x(dragged.startMs)}
            width={Math.max(1, scale.x(dragged.endMs) - scale.x(dragged.startMs))}
            y={scale.top}
            height={scale.bottom - scale.top}
            className="fill-accent/15 stroke-accent/60"
          />
        )}
      </svg>
      {tip !== null && dragged === null && <Tip tip={tip} scale={scale} />}
    </div>
  );
}

function tickLabels(ticks: readonly number[], { label }: ValueAxis): readonly string[] {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return ticks.map((value) => label(value, step));
}

function Axes({ scale, axis }: { readonly scale: PlotScale; readonly axis: ValueAxis }) {
  const labels = tickLabels(scale.valueTicks, axis);
  return (
    <>
      {scale.valueTicks.map((value, at) => (
        <g key={value}>
          <line
            x1={scale.left}
            x2={scale.right}
            y1={scale.y(value)}
            y2={scale.y(value)}
            className="stroke-line"
          />
          <text x={scale.left - 8} y={scale.y(value) + 4} textAnchor="end" className="num fill-ink-3 text-xs">
            {labels[at]}
          </text>
        </g>
      ))}
      {scale.timeTicks.map(({ timeMs, label: text }) => (
        <text
          key={timeMs}
          x={labelX(scale.x(timeMs), scale.width, text)}
          y={scale.height - 6}
          textAnchor="middle"
          className="num fill-ink-3 text-xs"
        >
          {text}
        </text>
      ))}
    </>
  );
}

function Tip({ tip, scale }: { readonly tip: ChartTip; readonly scale: PlotScale }) {
  const x = scale.x(tip.atMs);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-1 z-10 max-w-72 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-xs shadow-pop"
      style={x > scale.width / 2 ? { right: scale.width - x + 10 } : { left: x + 10 }}
    >
      <div className="mb-0.5 text-ink-3">{tip.title ?? formatExact(tip.atMs)}</div>
      {tip.rows.slice(0, MOST_TIP_ROWS).map(({ name, value, mark }) => (
        <div key={name} className="num flex items-center gap-2">
          {mark}
          <span dir="auto" className="min-w-0 truncate">
            {name}
          </span>
          <b className="ml-auto pl-3 font-semibold">{value}</b>
        </div>
      ))}
    </div>
  );
}
