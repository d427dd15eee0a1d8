import { Tabs } from 'radix-ui';
import type { Stats } from '../../../collector/contract/stats.ts';
import { BREAKDOWNS, type BreakdownBy } from '../../lib/search.ts';
import { TabBar } from '../../ui/controls/TabBar.tsx';
import { BREAKDOWN_LABELS } from './breakdown-table.ts';
import { BreakdownTable, type BreakdownProps } from './BreakdownTable.tsx';

type Props = Omit<BreakdownProps, 'groups'> & {
  /** Null while those of another breakdown are still there. */
  readonly groups: Stats['groups'] | null;
};

/** The figures by model, framework, agent or tool; each row leads to its traces. */
export function Breakdown({ project, search, by, groups, onChange }: Props) {
  return (
    <Tabs.Root
      value={by}
      onValueChange={(next) => onChange({ ...search, by: next as BreakdownBy, order_by: undefined })}
      asChild
    >
      <section aria-label="Breakdown" className="min-w-0 overflow-hidden rounded-lg border border-line bg-bg">
        <TabBar<BreakdownBy>
          label="Break down by"
          value={by}
          tabs={BREAKDOWNS.map((id) => ({ id, label: BREAKDOWN_LABELS[id] }))}
        />
        <Tabs.Content value={by} tabIndex={-1}>
          {groups === null && <Rows count={3} />}
          {groups?.length === 0 && (
            <p className="px-4 py-6 text-center text-sm text-ink-3">
              No span here names a {BREAKDOWN_LABELS[by].toLowerCase()}.
            </p>
          )}
          {groups !== null && groups.length > 0 && (
            <BreakdownTable key={by} {...{ project, search, by, groups, onChange }} />
          )}
        </Tabs.Content>
      </section>
    </Tabs.Root>
  );
}

function Rows({ count }: { readonly count: number }) {
  return (
    <div className="loading grid gap-3 p-4" role="status" aria-label="Loading the breakdown">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton block h-4" style={{ width: `${90 - index * 12}%` }} />
      ))}
    </div>
  );
}
