import { useMemo } from 'react';
import type { PlotBounds, PlotScale, TicksOf, TimeSpan } from '../../lib/chart-scale.ts';
import { costWithout } from '../../lib/usage.ts';
import type { ValueAxis } from '../../lib/value-axis.ts';
import { classNames } from '../class-names.ts';
import { ChartFrame, type ChartTip } from './ChartFrame.tsx';
import type { SelectTime } from './use-brush.ts';

/** A kind of thing that is counted, with the classes of its part of a bar and of its mark. */
export type Layer = { readonly name: string; readonly bar: string; readonly mark: string };

/** A stretch of time with a value for each layer. */
export type StackedBar = TimeSpan & {
  readonly values: readonly number[];
  /** How many calls of unknown cost they are without, so that they are at least so much. */
  readonly without?: number;
};

type Props = {
  readonly label: string;
  readonly layers: readonly Layer[];
  readonly bars: readonly StackedBar[];
  readonly format: (value: number) => string;
  /** Must be the same one as long as it says the same. */
  readonly axis: ValueAxis;
  readonly time: TimeSpan;
  readonly timeTitle: (timeMs: number) => string;
  readonly ticksOf?: TicksOf | undefined;
  /** Values are counts. */
  readonly isWhole?: boolean;
  readonly height?: number;
  readonly onSelect?: SelectTime;
};

/** Bars over time, each the sum of its layers one on top of the other. */
export function StackedBars({
  label,
  layers,
  bars,
  format,
  axis,
  time,
  timeTitle,
  ticksOf,
  isWhole,
  onSelect,
  ...size
}: Props) {
  const bounds: PlotBounds = useMemo(
    () => ({
      time,
      low: 0,
      high: bars.reduce((most, { values }) => Math.max(most, sum(values)), 0),
      isWhole,
      ticksOf,
    }),
    [bars, time, isWhole, ticksOf],
  );
  const tipAt = (atMs: number): ChartTip | null => {
    const bar = bars.find(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
    if (bar === undefined) return null;
    const rows = layers
      .map(({ name, mark }, index) => ({ name, value: bar.values[index] ?? 0, mark: <Dot fill={mark} /> }))
      .filter(({ value }) => value !== 0 || layers.length === 1)
      .map((row) => ({ ...row, value: costWithout(bar.without ?? 0, row.value, format) }));
    return { atMs: (bar.startMs + bar.endMs) / 2, title: timeTitle(bar.startMs), rows };
  };
  return (
    <ChartFrame {...size} label={label} bounds={bounds} axis={axis} tipAt={tipAt} onSelect={onSelect}>
      {(scale, tip) =>
        bars.map((bar) => (
          <Bar
            key={bar.startMs}
            bar={bar}
            layers={layers}
            scale={scale}
            isAtHand={tip !== null && tip.atMs >= bar.startMs && tip.atMs < bar.endMs}
          />
        ))
      }
    </ChartFrame>
  );
}

type BarProps = {
  readonly bar: StackedBar;
  readonly layers: readonly Layer[];
  readonly scale: PlotScale;
  readonly isAtHand: boolean;
};

/** Wider bars than this would look like areas. */
const MOST_PX = 44;

function Bar({ bar, layers, scale, isAtHand }: BarProps) {
  const room = scale.x(bar.endMs) - scale.x(bar.startMs);
  const width = Math.min(MOST_PX, Math.max(1.5, room - Math.min(3, room * 0.2)));
  const x = scale.x(bar.startMs) + (room - width) / 2;
  return (
    <g className={classNames(isAtHand && 'opacity-75')}>
      {layers.map(({ name, bar: fill }, index) => {
        const value = bar.values[index] ?? 0;
        if (value === 0) return null;
        const below = sum(bar.values.slice(0, index));
        const top = scale.y(below + value);
        const height = scale.y(below) - top;
        return <rect key={name} x={x} y={top} width={width} height={Math.max(1, height)} className={fill} />;
      })}
    </g>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function Dot({ fill }: { readonly fill: string }) {
  return <span className={classNames('size-2 flex-none rounded-full', fill)} />;
}
