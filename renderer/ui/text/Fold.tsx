import type { ReactNode } from 'react';
import { holdsWord } from '../../lib/find-text.ts';
import { Twist } from './JsonTree.tsx';
import { useUnfolded } from './sought.ts';

type Props = {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
  /** What it says: a search that leads to words in it opens it. */
  readonly says?: unknown;
  /** At first. */
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly tabIndex?: number;
};

/** Something folded behind one line; its content is made only when opened. */
export function Fold({ summary, children, says = '', isOpen = false, onToggle, tabIndex }: Props) {
  const [open, setOpen] = useUnfolded(isOpen, (words) => holdsWord(says, words));
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
        // As high as can be pressed with ease, while its line stands where that of other words would. What is below stays away.
        className="-mt-0.75 -ml-0.5 flex min-h-6 max-w-full min-w-0 items-center gap-0.5 rounded-sm text-left text-sm text-ink-3 hover:text-ink"
      >
        <Twist open={open} />
        <span className="truncate">{summary}</span>
      </button>
      {open && <div className="mt-1">{children()}</div>}
    </div>
  );
}
