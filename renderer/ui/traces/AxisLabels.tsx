import { formatTick } from '../../lib/format.ts';
import { labelledTicks, type axisTicks } from '../../lib/waterfall.ts';

type Props = {
  readonly ticks: ReturnType<typeof axisTicks>;
  /** The length of the axis in pixels. */
  readonly axisPx: number;
};

/** The times of a waterfall's axis, each behind its line; what holds them is as long as the axis. */
export function AxisLabels({ ticks, axisPx }: Props) {
  const stepMs = (ticks[1]?.offsetMs ?? Infinity) - (ticks[0]?.offsetMs ?? 0);
  return labelledTicks(ticks, axisPx).map(({ offsetMs, left }) => (
    <span
      key={offsetMs}
      className="absolute inset-y-0 flex items-center pl-1.5 whitespace-nowrap"
      style={{ left: `${left * 100}%` }}
    >
      {formatTick(offsetMs, stepMs)}
    </span>
  ));
}
