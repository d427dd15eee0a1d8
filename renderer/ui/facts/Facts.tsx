import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** Labelled values in a row that wraps, as under the title of a trace or a session. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <div className="@container/facts">
      <dl className="num mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm @min-[1000px]/facts:gap-x-5.5">
        {children}
      </dl>
    </div>
  );
}

type FactProps = {
  readonly name: string;
  /** Left out where the room is short. */
  readonly isMinor?: boolean;
  readonly children: ReactNode;
};

export function Fact({ name, isMinor = false, children }: FactProps) {
  return (
    <div className={classNames('flex min-w-0 flex-wrap gap-x-1.5', isMinor && '@max-[860px]/facts:hidden')}>
      <dt className="flex-none text-ink-3">{name}</dt>
      <dd className="max-w-36 min-w-0 @min-[1000px]/facts:max-w-80 @min-[1600px]/facts:max-w-140 truncate font-medium text-ink">
        {children}
      </dd>
    </div>
  );
}
