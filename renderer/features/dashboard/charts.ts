import { formatCost, formatCount, formatDuration } from '../../lib/format.ts';
import { costWithout } from '../../lib/usage.ts';
import { COST_AXIS, COUNT_AXIS, DURATION_AXIS, type ValueAxis } from '../../lib/value-axis.ts';
import { tokenKinds, type StatsPoint } from './stats-series.ts';
import { seriesLook } from '../../ui/chart/series-look.ts';
import type { Layer } from '../../ui/chart/StackedBars.tsx';

/** A chart of the dashboard: which numbers of a point it draws, as bars on top of each other or as lines. */
export type Chart = {
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  readonly layers: readonly Layer[];
  readonly valuesOf: (point: Omit<StatsPoint, 'time'>) => readonly (number | null)[];
  readonly format: (value: number) => string;
  readonly axis: ValueAxis;
  /** How many calls of unknown cost a point's numbers are without, so that they are at least so much. */
  readonly without?: (point: Omit<StatsPoint, 'time'>) => number;
  /** Said where there is nothing to draw. */
  readonly note?: string;
};

export const CHARTS: readonly Chart[] = [
  {
    title: 'Calls',
    kind: 'bars',
    layers: [
      { name: 'Model calls', bar: 'fill-llm', mark: 'bg-llm' },
      { name: 'Tool calls', bar: 'fill-tool', mark: 'bg-tool' },
    ],
    valuesOf: (point) => [point.llm_calls, point.tool_calls],
    format: formatCount,
    axis: COUNT_AXIS,
  },
  {
    title: 'Errors',
    kind: 'bars',
    layers: [{ name: 'Spans with errors', bar: 'fill-error', mark: 'bg-error' }],
    valuesOf: (point) => [point.errors],
    format: formatCount,
    axis: COUNT_AXIS,
  },
  {
    title: 'Tokens',
    kind: 'bars',
    layers: [
      { name: 'Input', bar: 'fill-accent', mark: 'bg-accent' },
      { name: 'Read from cache', bar: 'fill-retriever', mark: 'bg-retriever' },
      { name: 'Written to cache', bar: 'fill-chain', mark: 'bg-chain' },
      { name: 'Output', bar: 'fill-tool', mark: 'bg-tool' },
      { name: 'Reasoning', bar: 'fill-agent', mark: 'bg-agent' },
    ],
    valuesOf: tokenKinds,
    format: formatCount,
    axis: COUNT_AXIS,
  },
  {
    title: 'Cost',
    kind: 'bars',
    layers: [{ name: 'US dollars', bar: 'fill-accent', mark: 'bg-accent' }],
    valuesOf: (point) => [point.total_cost],
    format: formatCost,
    axis: COST_AXIS,
    without: ({ unpriced_calls }) => unpriced_calls,
  },
  {
    title: 'Latency of model calls',
    kind: 'lines',
    layers: lines('p50', 'p95'),
    valuesOf: ({ latency_ms }) => [latency_ms.p50, latency_ms.p95],
    format: formatDuration,
    axis: DURATION_AXIS,
  },
  {
    title: 'Time to first token',
    kind: 'lines',
    layers: lines('p50', 'p95'),
    valuesOf: ({ time_to_first_token_ms }) => [time_to_first_token_ms.p50, time_to_first_token_ms.p95],
    format: formatDuration,
    axis: DURATION_AXIS,
    note: 'No model call says when its first token came.',
  },
];

/** A number of a point in words. */
export const valueText = (
  { format, without }: Chart,
  point: Omit<StatsPoint, 'time'>,
  value: number,
): string => costWithout(without?.(point) ?? 0, value, format);

/** Lines have the colours that charts of lines give them. */
function lines(...names: readonly string[]): readonly Layer[] {
  return names.map((name, index) => ({ name, bar: '', mark: seriesLook(index).fill }));
}
