import type { ReactNode } from 'react';

/** Labelled values in a row that wraps, as under the title of a trace or a session. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="num mt-2 flex flex-wrap gap-x-5.5 gap-y-1 text-sm">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="flex-none text-ink-3">{name}</dt>
      <dd className="max-w-80 min-w-0 truncate font-medium text-ink">{children}</dd>
    </div>
  );
}
