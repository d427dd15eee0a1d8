import { useMemo } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { showHidden } from '../../lib/text.ts';
import { traceDifferences, type DifferenceGroup } from './trace-differences.ts';
import { classNames } from '../../ui/class-names.ts';
import { Prompts } from './Prompts.tsx';
import { SideBadge } from './SideBadge.tsx';

type Props = { readonly project: string; readonly a: TraceTreeDetail; readonly b: TraceTreeDetail };

/** What can be counted and named of both traces, and what their models were told and offered. */
export function DifferencesTab({ project, a, b }: Props) {
  const groups = useMemo(() => traceDifferences(a, b), [a, b]);
  return (
    <div className="grid grid-cols-1 gap-4 px-4 py-3">
      <table className="num w-full table-fixed text-sm">
        <caption className="sr-only">Differences between the traces</caption>
        <colgroup>
          <col className="w-[20%]" />
          <col className="w-[27%]" />
          <col className="w-[27%]" />
          <col />
        </colgroup>
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th scope="col" className="py-1.5 font-normal">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-1.5 font-normal">
              <SideBadge side="a" />
            </th>
            <th scope="col" className="py-1.5 font-normal">
              <SideBadge side="b" />
            </th>
            <th scope="col" className="py-1.5 font-normal">
              Difference
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </table>
      <Prompts project={project} traceA={a.trace_id} traceB={b.trace_id} />
    </div>
  );
}

function Group({ group }: { readonly group: DifferenceGroup }) {
  return (
    <tbody>
      <tr>
        <th colSpan={4} scope="rowgroup" className="pt-3 pb-1 text-left text-xs font-semibold text-ink-3">
          {group.title}
        </th>
      </tr>
      {group.rows.map(({ label, a, b, change }) => {
        const isSame = change === '';
        return (
          <tr key={label} className={classNames('border-b border-line/60 align-top', isSame && 'text-ink-3')}>
            <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-2">
              {label}
            </th>
            <td className="py-1 pr-3 wrap-anywhere">
              <bdi>{a === '' ? '–' : showHidden(a)}</bdi>
            </td>
            <td className="py-1 pr-3 wrap-anywhere">
              <bdi>{b === '' ? '–' : showHidden(b)}</bdi>
            </td>
            <td className={classNames('py-1 wrap-anywhere', !isSame && change !== null && 'font-medium')}>
              {changeText(change)}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}

function changeText(change: string | null): string {
  if (change === null) return 'not known';
  return change === '' ? 'same' : showHidden(change);
}
