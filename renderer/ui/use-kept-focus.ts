import { useEffect, type RefObject } from 'react';
import { isFocusFree } from './is-focus-free.ts';

/** The pane takes the focus when what had it in there goes away: keys go on where somebody was, not at the top of the page. */
export function useKeptFocus(pane: RefObject<HTMLElement | null>): void {
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
      if (isFocusFree()) element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
    };
  }, [pane]);
}
