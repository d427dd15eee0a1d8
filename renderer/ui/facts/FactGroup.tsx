import type { ReactNode } from 'react';
import { showHidden } from '../../lib/text.ts';
import { CopyButton } from '../controls/CopyButton.tsx';

type GroupProps = { readonly title: string; readonly children: ReactNode };

/** Labelled values under a heading, one a line. */
export function FactGroup({ title, children }: GroupProps) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-semibold text-ink-3">{title}</h3>
      <dl className="num grid grid-cols-[minmax(96px,38%)_minmax(0,1fr)_28px] text-sm">{children}</dl>
    </section>
  );
}

type RowProps = {
  readonly label: string;
  /** What its button copies. */
  readonly copies: string;
  readonly children: ReactNode;
};

export function FactRow({ label, copies, children }: RowProps) {
  return (
    <div className="group col-span-3 grid grid-cols-subgrid border-b border-line/60 last:border-0">
      <dt className="py-1 pr-3 wrap-anywhere text-ink-2">{showHidden(label)}</dt>
      <dd className="min-w-0 py-1 wrap-anywhere text-ink">{children}</dd>
      <dd className="opacity-0 group-hover:opacity-100 focus-within:opacity-100 no-hover:opacity-100">
        <CopyButton text={copies} label={`Copy ${label}`} small />
      </dd>
    </div>
  );
}
