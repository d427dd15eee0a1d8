import { ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Popover } from '../Popover.tsx';

/** The button that adds a filter, and what it opens; what is in there closes it when it is done. */
export function FilterPopover({ children }: { readonly children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Add a filter"
      isOpen={isOpen}
      onOpen={setIsOpen}
      trigger={
        <button
          type="button"
          className="inline-flex h-6 items-center gap-1 rounded-full border border-line px-2.5 text-sm whitespace-nowrap text-ink-2 hover:border-line-strong hover:text-ink"
        >
          <ListFilter size={12} aria-hidden /> Filter
        </button>
      }
    >
      {children(() => setIsOpen(false))}
    </Popover>
  );
}
