import { Tooltip as Radix } from 'radix-ui';
import { useRef, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';

type Props = {
  readonly content: ReactNode;
  readonly children: ReactElement;
  /** A finger neither hovers nor focuses; false where a press does something else. */
  readonly opensOnPress: boolean;
};

/** Shows `content` while its one child, which must take focus, is hovered or focused, or once it was pressed. */
export function Tooltip({ content, children, opensOnPress }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const onPress = (): void => {
    wasOpen.current = isOpen;
  };
  const onClick = (event: MouseEvent): void => {
    if (!opensOnPress) return;
    // Radix closes at every press, and opens for what hovers only after a rest that a quick one does not take.
    event.preventDefault();
    setIsOpen(isOfMouse(event) || !wasOpen.current);
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild onClick={onClick} onPointerDown={onPress} onKeyDown={onPress}>
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

/** It still hovers. */
function isOfMouse({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse';
}

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}
