import { Tooltip as Radix } from 'radix-ui';
import { useRef, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';

type Props = {
  readonly content: ReactNode;
  readonly children: ReactElement;
  /** A finger neither hovers nor focuses; false where a tap does something else. */
  readonly opensOnTap: boolean;
};

/** Shows `content` while its one child, which must take focus, is hovered or focused, or once it was tapped. */
export function Tooltip({ content, children, opensOnTap }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const onClick = (event: MouseEvent): void => {
    if (!opensOnTap || !isTap(event)) return;
    // Radix closes at every press, which would be this one.
    event.preventDefault();
    setIsOpen(!wasOpen.current);
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger
        asChild
        onClick={onClick}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side="bottom"
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

function isTap({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}
