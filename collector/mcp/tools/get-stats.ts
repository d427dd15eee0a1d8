import { StatsQuery } from '../../contract/stats.ts';
import { stats } from '../../query/operations/stats.ts';
import { statsParameters } from '../../query/parameters/stats.ts';
import { wholeLines } from '../text/bounds.ts';
import { rowText } from '../text/rows.ts';
import { LEAVES_OUT, parametersOf, tool } from './tool.ts';

export const getStatsTool = tool({
  name: 'get_stats',
  title: 'Get statistics',
  description: `Sums of traces, calls, errors, tokens and cost in US dollars, and latencies in milliseconds, over the traces that start in a range; with group_by for each model, framework, provider, agent, tool, environment or user, with interval over time. ${LEAVES_OUT}`,
  parameters: parametersOf(StatsQuery),
  tell(reader, { project_id: project, ...query }) {
    const { totals, groups, series } = stats(reader, statsParameters(project, query));
    const figures = Object.keys(totals) as (keyof typeof totals)[];
    const sections = [
      ['Totals', [rowText(totals, figures)]],
      [`By ${query.group_by}`, groups.map((group) => rowText(group, ['value', ...figures]))],
      // Only where it was asked for: of a day by the minute it is longer than all else.
      [
        `By ${query.interval}`,
        query.interval === undefined ? [] : series.map((point) => rowText(point, ['time', ...figures])),
      ],
    ] as const;
    const told = sections.filter(([, rows]) => rows.length > 0);
    const lines = told.flatMap(([title, rows], at) => [...(at === 0 ? [] : ['']), `${title}:`, ...rows]);
    return wholeLines(lines, 'choose a shorter range or a longer interval');
  },
});
