import { useState, type ReactNode } from 'react';
import { Twist } from './JsonTree.tsx';

type Props = {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
  /** At first. */
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly tabIndex?: number;
};

/** Something folded behind one line; its content is made only when opened. */
export function Fold({ summary, children, isOpen = false, onToggle, tabIndex }: Props) {
  const [open, setOpen] = useState(isOpen);
  const toggle = (): void => {
    setOpen(!open);
    onToggle?.(!open);
  };
  return (
    <div className="min-w-0">
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={open}
        onClick={toggle}
        className="-ml-0.5 flex min-h-6 max-w-full min-w-0 items-center gap-0.5 rounded-sm text-left text-sm text-ink-3 hover:text-ink"
      >
        <Twist open={open} />
        <span className="truncate">{summary}</span>
      </button>
      {open && <div className="mt-1">{children()}</div>}
    </div>
  );
}
