import { useEffect, type RefObject } from 'react';

const KEY = 'tracedeck.scroll:';

/** Where this address's list stood when it was left in this tab, in pixels; so Back returns to the same row. */
export function keptScroll(): number {
  const value = Number(sessionStorage.getItem(KEY + location.pathname + location.search));
  return Number.isFinite(value) ? value : 0;
}

/** Keeps the element's place for keptScroll. */
export function useKeptScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const key = KEY + location.pathname + location.search;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      const top = element.scrollTop;
      clearTimeout(timer);
      timer = setTimeout(() => sessionStorage.setItem(key, String(top)), 150);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [ref]);
}
