import type { Stats } from '../../../collector/contract/stats.ts';
import type { TimeSpan } from '../../lib/chart-scale.ts';
import { intervalLabel, pointSpan } from './stats-series.ts';
import { valueText, type Chart } from './charts.ts';
import { Dash } from '../../ui/facts/Dash.tsx';
import { useTableKeys } from '../../ui/keyboard/use-table-keys.ts';

type Props = {
  readonly chart: Chart;
  readonly stats: Stats;
  readonly nowMs: number;
  readonly height: number;
  readonly onNarrow: (span: TimeSpan) => void;
};

/** What a chart shows in numbers, the newest first; a press on a time narrows to it, as dragging does on the chart. */
export function ChartTable({ chart, stats, nowMs, height, onNarrow }: Props) {
  const { series, interval } = stats;
  const keys = useTableKeys();
  return (
    <div
      role="region"
      aria-label={`${chart.title} as a table`}
      className="overflow-auto px-3 pb-2"
      style={{ height }}
    >
      <table {...keys} className="num w-full text-xs">
        <caption className="sr-only">
          {chart.title} by {interval}
        </caption>
        <thead className="sticky top-0 bg-bg text-ink-3">
          <tr>
            <th scope="col" className="py-1 pr-3 text-left font-normal">
              {interval[0]?.toUpperCase()}
              {interval.slice(1)}
            </th>
            {chart.layers.map(({ name }) => (
              <th key={name} scope="col" className="py-1 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((point) => (
            <tr key={point.time} className="border-t border-line/60">
              <th scope="row" className="py-0.5 pr-3 text-left font-normal whitespace-nowrap">
                <button
                  type="button"
                  title="Narrow the time range to this"
                  onClick={() => onNarrow(pointSpan(point, interval))}
                  className="scroll-mt-8 rounded-sm py-0.5 text-accent hover:underline"
                >
                  {intervalLabel(point, interval, nowMs)}
                </button>
              </th>
              {chart.valuesOf(point).map((value, index) => (
                <td key={index} className="py-0.5 pl-3 text-right text-ink-2">
                  {value === null ? <Dash /> : valueText(chart, point, value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
