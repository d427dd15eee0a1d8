import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

type Props = { readonly trigger: ReactNode; readonly children: ReactNode };

/** A menu that drops down from its trigger, a button. */
export function Menu({ trigger, children }: Props) {
  return (
    // Not modal: Radix locks scrolling with a style element, which the Content-Security-Policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-56 rounded-md border border-line-strong bg-raised p-1 text-sm text-ink shadow-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  icon,
  hint,
  onSelect,
  children,
}: {
  readonly icon?: ReactNode;
  /** Stands at the right end. */
  readonly hint?: string | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="flex h-7 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-[highlighted]:bg-hover"
    >
      {icon !== undefined && (
        <span aria-hidden className="text-ink-3">
          {icon}
        </span>
      )}
      {children}
      {hint !== undefined && <span className="ml-auto pl-2 text-xs text-ink-3">{hint}</span>}
    </DropdownMenu.Item>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
