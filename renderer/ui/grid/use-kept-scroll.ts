import { useEffect, useRef, type RefObject } from 'react';

const KEY = 'tracedeck.scroll:';

/** Where this address's list stood when it was left in this tab, in pixels; so Back returns to the same row. */
export function keptScroll(): number {
  const value = Number(sessionStorage.getItem(storageKey()));
  return Number.isFinite(value) ? value : 0;
}

/** Keeps the element's place for keptScroll; a list of something else (`viewKey`) starts at its top. */
export function useKeptScroll(ref: RefObject<HTMLElement | null>, viewKey: string): void {
  const shown = useRef(viewKey);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    if (shown.current !== viewKey) element.scrollTo({ top: 0 });
    shown.current = viewKey;
    const key = storageKey();
    // At once: a row may be pressed in the same moment.
    const onScroll = (): void => sessionStorage.setItem(key, String(element.scrollTop));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [ref, viewKey]);
}

/** The address but for the open row, which does not make it another list. */
function storageKey(): string {
  const params = new URLSearchParams(location.search);
  params.delete('open');
  return `${KEY}${location.pathname}?${params.toString()}`;
}
