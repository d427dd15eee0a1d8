import { useMemo } from 'react';
import type { Stats } from '../../../collector/contract/stats.ts';
import type { ListQuery } from '../../api/queries.ts';
import type { TimeSpan } from '../../lib/chart-scale.ts';
import type { BreakdownBy, DashboardSearch } from '../../lib/search.ts';
import { narrowTo, statsTime } from './stats-series.ts';
import { Breakdown } from './Breakdown.tsx';
import { ChartCard } from './ChartCard.tsx';
import { CHARTS } from './charts.ts';
import { Tiles } from './Tiles.tsx';
import { TopTraces } from './TopTraces.tsx';

type Props = {
  readonly project: string;
  readonly search: DashboardSearch;
  readonly by: BreakdownBy;
  /** Those of the address before, while its own are read. */
  readonly stats: Stats & { readonly by: BreakdownBy };
  /** What the list of the same traces asks. */
  readonly request: ListQuery;
  readonly now: number;
  readonly onChange: (search: DashboardSearch) => void;
};

export function Figures(props: Props) {
  const { project, search, by, stats, request, now, onChange } = props;
  const { range, from_timestamp, to_timestamp } = search;
  const time = useMemo(
    () => statsTime(stats, { range, from_timestamp, to_timestamp }, now),
    [stats, range, from_timestamp, to_timestamp, now],
  );
  const narrow = (span: TimeSpan): void => onChange({ ...search, ...narrowTo(span, stats.interval) });
  const { by: _by, order_by: _order, ...list } = search;
  return (
    <div className="grid min-w-0 gap-3 p-4">
      <Tiles totals={stats.totals} />
      <div className="grid grid-cols-1 gap-3 min-[68.75rem]:grid-cols-2 min-[106.25rem]:grid-cols-3">
        {CHARTS.map((chart) => (
          <ChartCard
            key={chart.title}
            chart={chart}
            stats={stats}
            time={time}
            nowMs={now}
            onNarrow={narrow}
          />
        ))}
      </div>
      <Breakdown
        project={project}
        search={search}
        by={by}
        groups={stats.by === by ? stats.groups : null}
        onChange={onChange}
      />
      <div className="grid grid-cols-1 gap-3 min-[68.75rem]:grid-cols-2">
        <TopTraces project={project} title="Slowest traces" by="duration_ms" request={request} list={list} />
        <TopTraces
          project={project}
          title="Most expensive traces"
          by="total_cost"
          request={request}
          list={list}
        />
      </div>
    </div>
  );
}
