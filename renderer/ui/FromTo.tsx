import type { ReactNode } from 'react';

type Props = {
  /** Either truncates itself, and may be nothing. */
  readonly from: ReactNode;
  readonly to: ReactNode;
};

/** In a line, what led to what: each gets half of it when both are long, else what the other leaves. */
export function FromTo({ from, to }: Props) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
      <Part>{from}</Part>
      <span aria-hidden className="flex-none text-ink-3 [&:has(+:empty)]:hidden">
        →
      </span>
      <Part>{to}</Part>
    </span>
  );
}

function Part({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex max-w-max min-w-0 flex-1 items-baseline gap-1.5 empty:hidden">{children}</span>
  );
}
