import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly label: string;
  /** A button. */
  readonly trigger: ReactElement;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
};

/** A small window beside its button. The page behind it stays usable; a press elsewhere or Escape closes it. */
export function Popover({ label, trigger, isOpen, onOpen, align = 'start', children }: Props) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-raised text-sm text-ink shadow-pop outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
