import type { Figures, Stats, StatsGroup, StatsInterval } from '../../contract/stats.ts';
import { ApiError } from '../../errors.ts';
import { agentFigures } from '../../store/reader/agent-stats.ts';
import {
  GROUPINGS,
  extent,
  groupsOf as readGroups,
  seriesOf,
  type StatsRange,
  type TimedSums,
} from '../../store/reader/stats.ts';
import { formatMicros } from '../../store/reader/time.ts';
import type { InProject, Reader } from '../reader.ts';
import { percentiles } from '../percentiles.ts';
import { inProject } from '../whole-values.ts';

interface StatsFilter extends Omit<StatsRange, 'project'> {
  readonly interval?: StatsInterval | undefined;
  readonly groupBy?: StatsGroup | undefined;
}

const SECONDS: Readonly<Record<StatsInterval, number>> = { minute: 60, hour: 3600, day: 86_400 };
/** Past so many points a shorter interval is no longer chosen, and past the second not made. */
const FINE_POINTS = 360;
const MAX_POINTS = 10_000;
const MAX_GROUPS = 1000;

/** Sums, series and groups of the traces that start in a range. */
export function stats(
  reader: Reader,
  { project: projectId, interval: wanted, groupBy, ...range }: InProject & StatsFilter,
): Stats {
  const [project, filter] = inProject(reader, 'traces', projectId, range);
  const within: StatsRange = { ...filter, project };
  const seconds = secondsCovered(reader, within);
  const interval = wanted ?? chooseInterval(seconds);
  if (seconds / SECONDS[interval] > MAX_POINTS)
    throw new ApiError(
      'VALIDATION_ERROR',
      `interval ${interval} would make more than ${MAX_POINTS} points: choose a longer one or a shorter range`,
    );
  const every = SECONDS[interval];
  const { totals, points } = seriesOf(reader.statements, within, every * 1e9);
  return {
    interval,
    totals: figuresOf(totals),
    series: points.map((point) => ({
      time: formatMicros(Number(point.value) * every * 1e6),
      ...figuresOf(point),
    })),
    groups: groupBy === undefined ? [] : groupsOf(reader, within, groupBy),
  };
}

function secondsCovered(reader: Reader, range: StatsRange): number {
  const covered = extent(reader.statements, range);
  return covered ? (covered.last - covered.first) / 1e9 : 0;
}

const chooseInterval = (seconds: number): StatsInterval => {
  if (seconds <= FINE_POINTS * SECONDS.minute) return 'minute';
  return seconds <= FINE_POINTS * SECONDS.hour ? 'hour' : 'day';
};

function groupsOf({ statements }: Reader, range: StatsRange, groupBy: StatsGroup): Stats['groups'] {
  const groups =
    groupBy === 'agent' ? agentFigures(statements, range) : readGroups(statements, range, GROUPINGS[groupBy]);
  return groups
    .map((group) => ({ value: String(group.value), ...figuresOf(group) }))
    .sort((a, b) => b.total_tokens - a.total_tokens || b.spans - a.spans || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_GROUPS);
}

/** Sums over no rows are null in SQL and 0 here. */
function figuresOf(sum: TimedSums | undefined): Figures {
  const [p50, p95, p99] = percentilesOf(sum?.times.latencies, [0.5, 0.95, 0.99] as const);
  const [firstP50, firstP95] = percentilesOf(sum?.times.firstTokens, [0.5, 0.95] as const);
  return {
    traces: sum?.traces ?? 0,
    spans: sum?.spans ?? 0,
    llm_calls: sum?.llm_calls ?? 0,
    tool_calls: sum?.tool_calls ?? 0,
    errors: sum?.errors ?? 0,
    input_tokens: sum?.input_tokens ?? 0,
    output_tokens: sum?.output_tokens ?? 0,
    total_tokens: sum?.total_tokens ?? 0,
    cache_read_tokens: sum?.cache_read_tokens ?? 0,
    cache_write_tokens: sum?.cache_write_tokens ?? 0,
    reasoning_tokens: sum?.reasoning_tokens ?? 0,
    total_cost: sum?.total_cost ?? 0,
    latency_ms: { p50, p95, p99 },
    time_to_first_token_ms: { p50: firstP50, p95: firstP95 },
  };
}

const percentilesOf = <Shares extends readonly number[]>(
  times: readonly number[] = [],
  shares: Shares,
): { readonly [Index in keyof Shares]: number | null } =>
  percentiles(Float64Array.from(times), shares) as { [Index in keyof Shares]: number | null };
