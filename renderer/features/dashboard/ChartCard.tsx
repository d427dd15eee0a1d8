import { ChartColumn, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Stats } from '../../../collector/contract/stats.ts';
import type { TimeSpan } from '../../lib/chart-scale.ts';
import { formatCount } from '../../lib/format.ts';
import { intervalLabel, mostStepMs, pointSpan, statsLines, type StatsPoint } from './stats-series.ts';
import { IconButton } from '../../ui/controls/Button.tsx';
import { LineChart } from '../../ui/chart/LineChart.tsx';
import { StackedBars } from '../../ui/chart/StackedBars.tsx';
import { classNames } from '../../ui/class-names.ts';
import { valueText, type Chart } from './charts.ts';
import { ChartTable } from './ChartTable.tsx';
import { dayTicks } from './day-ticks.ts';

const HEIGHT = 176;

type Props = {
  readonly chart: Chart;
  readonly stats: Stats;
  readonly time: TimeSpan;
  readonly nowMs: number;
  /** Called with a stretch of time to narrow to. */
  readonly onNarrow: (span: TimeSpan) => void;
};

/** One chart with what its colours mean, or the same as a table. */
export function ChartCard({ chart, stats, time, nowMs, onNarrow }: Props) {
  const [isTable, setIsTable] = useState(false);
  const isEmpty = stats.series.every((point) => chart.valuesOf(point).every((value) => !value));
  return (
    <section aria-label={chart.title} className="min-w-0 rounded-lg border border-line bg-bg">
      <div className="flex min-h-9 items-center gap-3 py-1 pr-1.5 pl-3">
        <h2 className="text-sm font-medium">{chart.title}</h2>
        <Legend chart={chart} totals={stats.totals} />
        <IconButton
          label={isTable ? `${chart.title} as a chart` : `${chart.title} as a table`}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <ChartColumn size={13} aria-hidden /> : <Table2 size={13} aria-hidden />}
        </IconButton>
      </div>
      {isTable && (
        <ChartTable chart={chart} stats={stats} nowMs={nowMs} height={HEIGHT} onNarrow={onNarrow} />
      )}
      {!isTable && isEmpty && (
        <p className="grid place-items-center px-4 text-center text-sm text-ink-3" style={{ height: HEIGHT }}>
          {chart.note ?? 'None in this time range.'}
        </p>
      )}
      {!isTable && !isEmpty && <Drawn {...{ chart, stats, time, nowMs, onNarrow }} />}
    </section>
  );
}

function Drawn({ chart, stats, time, nowMs, onNarrow }: Props) {
  const { interval, series } = stats;
  const lines = useMemo(
    () =>
      statsLines(
        stats,
        chart.layers.map(({ name }) => name),
        chart.valuesOf,
      ),
    [stats, chart],
  );
  const bars = useMemo(
    () =>
      series.map((point) => ({
        ...pointSpan(point, interval),
        values: chart.valuesOf(point).map((value) => value ?? 0),
        without: chart.without?.(point) ?? 0,
      })),
    [series, interval, chart],
  );
  const titleAt = (timeMs: number): string => {
    const point = series.find((one) => {
      const { startMs, endMs } = pointSpan(one, interval);
      return timeMs >= startMs && timeMs < endMs;
    });
    return point === undefined ? '' : intervalLabel(point, interval, nowMs);
  };
  const common = {
    label: `${chart.title} over time`,
    format: chart.format,
    axis: chart.axis,
    height: HEIGHT,
    time,
    timeTitle: titleAt,
    ticksOf: interval === 'day' ? dayTicks : undefined,
    onSelect: onNarrow,
  };
  return chart.kind === 'lines' ? (
    <LineChart {...common} lines={lines} mostGapMs={mostStepMs(interval)} />
  ) : (
    <StackedBars {...common} layers={chart.layers} bars={bars} isWhole={chart.format === formatCount} />
  );
}

/**
 * The colours' names with the numbers of the whole range; of what there is none, nothing is said. Two lines of them have room
 * in a head of the least height, so that charts beside each other begin at one height.
 */
function Legend({ chart, totals }: { readonly chart: Chart; readonly totals: Omit<StatsPoint, 'time'> }) {
  const values = chart.valuesOf(totals);
  return (
    <ul
      aria-label={`${chart.title} in all`}
      className="num ml-auto flex min-w-0 flex-wrap justify-end gap-x-3 text-xs leading-3.5 text-ink-3"
    >
      {chart.layers.map(({ name, mark }, index) => {
        const value = values[index] ?? null;
        if (value === null || (value === 0 && chart.layers.length > 2)) return null;
        return (
          <li key={name} className="flex items-center gap-1 whitespace-nowrap">
            <span aria-hidden className={classNames('size-2 flex-none rounded-[2px]', mark)} />
            {name} <b className="font-medium text-ink-2">{valueText(chart, totals, value)}</b>
          </li>
        );
      })}
    </ul>
  );
}
