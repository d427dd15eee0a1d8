import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type Props = {
  /** Either truncates itself, and may be nothing. */
  readonly from: ReactNode;
  readonly to: ReactNode;
  /** What came of it tells lines apart: it has its room first, and the beginning what is left. */
  readonly isToFirst?: boolean;
};

/** In a line, what led to what: each gets half of it when both are long, else what the other leaves. */
export function FromTo({ from, to, isToFirst = false }: Props) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
      <Part className={isToFirst ? 'min-w-9 shrink-[9999]' : EVEN}>{from}</Part>{' '}
      <span aria-hidden className="flex-none text-ink-3 [&:has(+:empty)]:hidden">
        →
      </span>{' '}
      <Part className={isToFirst ? 'min-w-0' : EVEN}>{to}</Part>
    </span>
  );
}

const EVEN = 'min-w-0 max-w-max flex-1';

function Part({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <span className={classNames('flex items-baseline gap-1.5 empty:hidden', className)}>{children}</span>
  );
}
