import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { healthQuery } from '../../api/queries.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import type { GroupProps } from './group-props.ts';
import { Projects } from './Projects.tsx';
import { rowsOf } from './setting-sections.ts';
import { SettingList } from './SettingList.tsx';

/** How much there is; the rows keep its room until it is told. */
export function DataGroup({ settings }: GroupProps) {
  const { data: health } = useQuery(healthQuery);
  return (
    <>
      <dl aria-label="Stored now" className="num mb-5 grid gap-1.5 rounded-md border border-line p-3 text-sm">
        <Row name="Size">{health && formatBytes(health.storage.size_bytes)}</Row>
        <Row name="Spans">{health && formatCount(health.storage.spans)}</Row>
      </dl>
      <SettingList rows={rowsOf('data')} settings={settings} />
      <Projects />
    </>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode | undefined }) {
  return (
    <div className="flex min-h-6 items-center gap-3">
      <dt className="w-24 flex-none text-ink-2">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
