import { useMemo, useState } from 'react';
import type { MetricDetail } from '../../../collector/contract/metrics.ts';
import { plural } from '../../lib/format.ts';
import { formatMetric, metricAxis } from './metric-format.ts';
import { isRunningSum, lastDistributions, metricLines, type Line } from '../../lib/metric-lines.ts';
import { showHidden } from '../../lib/text.ts';
import { LineChart } from '../../ui/chart/LineChart.tsx';
import { SeriesMark } from '../../ui/chart/SeriesMark.tsx';
import { MOST_LINES } from '../../ui/chart/series-look.ts';
import { classNames } from '../../ui/class-names.ts';
import { Distributions } from './Distributions.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { ToggleChip } from '../../ui/controls/ToggleChip.tsx';

/** A metric's series over time; of a histogram also how its values lie. */
export function MetricChart({ metric }: { readonly metric: MetricDetail }) {
  const canGrow = useMemo(() => isRunningSum(metric), [metric]);
  const [perInterval, setPerInterval] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => metricLines(metric, perInterval && canGrow), [metric, perInterval, canGrow]);
  const distributions = useMemo(() => lastDistributions(metric), [metric]);
  const axis = useMemo(() => metricAxis(metric.unit), [metric.unit]);
  const drawn = all.slice(0, MOST_LINES);
  const format = (value: number): string => formatMetric(value, metric.unit);
  const points = metric.series.reduce((sum, series) => sum + series.points.length, 0);
  if (points === 0) return <EmptyState title="No points in this time range" />;
  // A hidden line keeps its place, and with it its colour.
  const lines = drawn.map((line) => (hidden.has(line.name) ? { ...line, points: [] } : line));
  const toggle = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <div
      role="region"
      aria-label="Series"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto pb-6 focus-visible:-outline-offset-2"
    >
      <div className="flex items-center gap-2 px-4 pt-3 pb-1 text-sm text-ink-3">
        <span className="num">
          {plural(metric.series.length, 'series', 'series')}, {plural(points, 'point')}
        </span>
        {canGrow && (
          <span className="ml-auto">
            <ToggleChip label="Growth from point to point" isOn={perInterval} onToggle={setPerInterval} />
          </span>
        )}
      </div>
      <div className="pr-2">
        <LineChart label={showHidden(`${metric.name} over time`)} lines={lines} format={format} axis={axis} />
      </div>
      <Legend lines={drawn} hidden={hidden} format={format} onToggle={toggle} />
      {all.length > MOST_LINES && (
        <p className="px-4 pt-1 text-sm text-ink-3">
          {plural(all.length - MOST_LINES, 'more series', 'more series')} not drawn.
        </p>
      )}
      <Distributions
        name={metric.name}
        seriesCount={metric.series.length}
        distributions={distributions}
        format={format}
      />
    </div>
  );
}

type LegendProps = {
  readonly lines: readonly Line[];
  readonly hidden: ReadonlySet<string>;
  readonly format: (value: number) => string;
  readonly onToggle: (name: string) => void;
};

/** The series with their last values; a press hides or shows one. */
function Legend({ lines, hidden, format, onToggle }: LegendProps) {
  return (
    <ul className="px-2.5 pt-1" aria-label="Series">
      {lines.map((line, index) => {
        const last = line.points.at(-1);
        const isHidden = hidden.has(line.name);
        return (
          <li key={line.name}>
            <button
              type="button"
              aria-pressed={!isHidden}
              data-mark-tells
              onClick={() => onToggle(line.name)}
              className="flex h-6 w-full items-center gap-2 rounded-sm px-1.5 text-left text-sm hover:bg-hover"
            >
              {isHidden ? (
                <span
                  aria-hidden
                  className="mx-[2.5px] size-2.5 flex-none rounded-full border border-control"
                />
              ) : (
                <SeriesMark index={index} />
              )}
              <span
                dir="auto"
                className={classNames('min-w-0 truncate', isHidden && 'text-ink-3')}
                title={line.name}
              >
                {line.name}
              </span>
              <span className="num ml-auto flex-none pl-3 text-ink-2">
                {last === undefined ? '–' : format(last.y)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
