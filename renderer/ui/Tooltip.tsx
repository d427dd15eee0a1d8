import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly content: ReactNode;
  readonly children: ReactElement;
  readonly side?: 'top' | 'right' | 'bottom';
};

/** Shows `content` while its one child, which must take focus, is hovered or focused. */
export function Tooltip({ content, children, side = 'bottom' }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-96 rounded-md border border-line-strong bg-raised px-2.5 py-2 text-sm text-ink shadow-pop"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}
