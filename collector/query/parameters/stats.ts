import type { StatsQuery } from '../../contract/stats.ts';
import { environmentOf, timeRange, timeZoneOf } from './common.ts';
import { filtersOf } from './filters.ts';

/** The query of the statistics as their operation takes it. Throws an ApiError for what the schema can't tell. */
export const statsParameters = (project: string, query: StatsQuery) => ({
  project,
  ...timeRange(query),
  environment: environmentOf(query.environment),
  filters: filtersOf(query.filters, 'traces'),
  includeNongenai: query.include_nongenai,
  interval: query.interval,
  timeZone: timeZoneOf(query.time_zone),
  groupBy: query.group_by,
});
