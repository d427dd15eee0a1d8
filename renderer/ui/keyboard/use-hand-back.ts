import { useLayoutEffect, type RefObject } from 'react';

/** Whoever is in a part of what is open beside a list when that closes goes on in the list. */
export function useHandBack(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = part;
    return () => {
      if (current?.contains(document.activeElement) !== true) return;
      current
        .closest('[data-panes]')
        ?.querySelector<HTMLElement>('[role="grid"]')
        ?.focus({ preventScroll: true });
    };
  }, [part]);
}
