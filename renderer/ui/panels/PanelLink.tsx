import { createLink } from '@tanstack/react-router';
import { Maximize2 } from 'lucide-react';
import type { ComponentProps } from 'react';

/** In the head of a side panel: the way from what is beside a list to a page of its own. */
export const PanelLink = createLink(function PanelLink({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a
      {...props}
      className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink"
    >
      <Maximize2 size={12} aria-hidden /> {children}
    </a>
  );
});
