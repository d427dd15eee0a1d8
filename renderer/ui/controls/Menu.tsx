import { DropdownMenu } from 'radix-ui';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { copyText } from '../../lib/clipboard.ts';

type Props = {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** Where whoever shows it must know. */
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  /** When it has closed; the trigger gets the focus unless this prevents it. */
  readonly onCloseAutoFocus?: (event: Event) => void;
};

const COPIED = 'Copied';
/** So long the menu stays to say so. */
const COPIED_MS = 700;

/** Closes the menu around. */
const CloseContext = createContext<() => void>(() => {});

/** A menu that drops down from its trigger, a button. */
export function Menu({ trigger, children, align = 'end', isOpen, onOpen, onCloseAutoFocus }: Props) {
  const [isOpenHere, setOpenHere] = useState(false);
  const change = useCallback(
    (next: boolean): void => {
      setOpenHere(next);
      onOpen?.(next);
    },
    [onOpen],
  );
  const close = useCallback(() => change(false), [change]);
  return (
    // Not modal: Radix locks scrolling with a style element, which the Content-Security-Policy refuses.
    <DropdownMenu.Root modal={false} open={isOpen ?? isOpenHere} onOpenChange={change}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
          className="z-50 min-w-56 rounded-md border border-line-strong bg-raised p-1 text-sm text-ink shadow-pop"
        >
          <CloseContext value={close}>{children}</CloseContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  icon,
  hint,
  isDisabled = false,
  onSelect,
  children,
}: {
  readonly icon?: ReactNode;
  /** Stands at the right end. */
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
  /** The menu closes then, unless this prevents it. */
  readonly onSelect: (event: Event) => void;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className="flex h-7 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:cursor-default data-[disabled]:text-ink-3 data-[highlighted]:bg-hover"
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

/** Copies a text; where that is refused the menu stays and says so. */
export function CopyItem({
  icon,
  text,
  children,
}: {
  readonly icon: ReactNode;
  readonly text: () => string;
  readonly children: ReactNode;
}) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const close = useContext(CloseContext);
  const isCopied = outcome === COPIED;
  useEffect(() => {
    if (!isCopied) return undefined;
    // Who closes the menu before and opens it again finds it open.
    const timer = setTimeout(close, COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied, close]);
  const copy = (event: Event): void => {
    event.preventDefault();
    copyText(text()).then(
      () => setOutcome(COPIED),
      () => setOutcome('Copying was refused'),
    );
  };
  return (
    <MenuItem icon={icon} onSelect={copy}>
      <span aria-live="polite">{outcome ?? children}</span>
    </MenuItem>
  );
}

/** Words among the items. */
export function MenuNote({ children }: { readonly children: ReactNode }) {
  return (
    <DropdownMenu.Label className="max-w-72 px-2 py-1 text-xs wrap-anywhere text-ink-3">
      {children}
    </DropdownMenu.Label>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
