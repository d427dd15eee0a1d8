import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';

export type MenuItem = { readonly label: string; readonly hint?: string; readonly onPick: () => void };

type Props = {
  readonly children: ReactNode;
  readonly items: readonly MenuItem[];
  readonly isDisabled?: boolean;
};

/** A button that offers a few things to do. */
export function MenuButton({ children, items, isDisabled = false }: Props) {
  return (
    // Not modal: Radix locks scrolling with a style element, which the Content-Security-Policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button className="h-6! whitespace-nowrap" disabled={isDisabled}>
          {children} <ChevronDown size={12} aria-hidden className="text-ink-3" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-56 rounded-md border border-line-strong bg-raised p-1 text-sm text-ink shadow-pop"
        >
          {items.map(({ label, hint, onPick }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onPick}
              className="flex h-7 cursor-pointer items-center gap-4 rounded-sm px-2 outline-none data-[highlighted]:bg-hover"
            >
              {label}
              {hint !== undefined && <span className="ml-auto text-xs text-ink-3">{hint}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
