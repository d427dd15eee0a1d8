import { useEffect, useEffectEvent, type RefObject } from 'react';
import { isFocusFree } from './is-focus-free.ts';

/**
 * When what has the focus in the pane goes away, the pane takes it, or what `find` finds in there: keys go on where somebody was, not
 * at the top of the page.
 */
export function useKeptFocus(
  pane: RefObject<HTMLElement | null>,
  find: (pane: HTMLElement) => HTMLElement | null = (element) => element,
): void {
  const take = useEffectEvent((element: HTMLElement) => find(element)?.focus({ preventScroll: true }));
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    let last: EventTarget | null = null;
    const onFocus = (event: FocusEvent): void => {
      last = event.target;
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected) return;
      last = null;
      if (isFocusFree()) take(element);
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
    };
  }, [pane]);
}
