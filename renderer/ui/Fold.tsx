import { useState, type ReactNode } from 'react';
import { Twist } from './JsonTree.tsx';

type Props = { readonly summary: ReactNode; readonly children: () => ReactNode; readonly isOpen?: boolean };

/** Something folded behind one line; its content is made only when opened. */
export function Fold({ summary, children, isOpen = false }: Props) {
  const [open, setOpen] = useState(isOpen);
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-0.5 flex max-w-full min-w-0 items-baseline gap-0.5 rounded-sm text-left text-sm text-ink-3 hover:text-ink"
      >
        <Twist open={open} />
        <span className="truncate">{summary}</span>
      </button>
      {open && <div className="mt-1">{children()}</div>}
    </div>
  );
}
