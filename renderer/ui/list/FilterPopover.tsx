import { ChevronDown, ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Popover } from '../controls/Popover.tsx';

type Props = {
  /** What the button is to narrow by; absent: anything. */
  readonly name?: string | undefined;
  readonly children: (close: () => void) => ReactNode;
};

/** The button that adds a filter, and what it opens; what is in there closes it when it is done. */
export function FilterPopover({ name, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label={name === undefined ? 'Add a filter' : `Filter by ${name.toLowerCase()}`}
      isOpen={isOpen}
      onOpen={setIsOpen}
      trigger={
        <button
          type="button"
          className="inline-flex h-6 items-center gap-1 rounded-full border border-line px-2.5 text-sm whitespace-nowrap text-ink-2 hover:border-line-strong hover:text-ink"
        >
          {name === undefined ? (
            <>
              <ListFilter size={12} aria-hidden /> Filter
            </>
          ) : (
            <>
              {name} <ChevronDown size={12} aria-hidden className="text-ink-3" />
            </>
          )}
        </button>
      }
    >
      {children(() => setIsOpen(false))}
    </Popover>
  );
}
