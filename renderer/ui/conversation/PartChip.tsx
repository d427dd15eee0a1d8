import type { ReactNode } from 'react';

export const CHIP_CLASS =
  'inline-flex max-w-full items-center gap-1.5 justify-self-start rounded-md border border-line bg-surface px-2 py-0.5 text-sm';

/** Stands for a part that is not shown: what it is, in a line. */
export function PartChip({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <span title={title} className={`${CHIP_CLASS} text-ink-2`}>
      {icon}
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}
