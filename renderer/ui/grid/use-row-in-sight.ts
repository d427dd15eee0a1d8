import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Keeps the row at hand in sight where the list becomes lower: in a narrow window what opens for a row stands below the list. */
export function useRowInSight(
  scroller: RefObject<HTMLDivElement | null>,
  active: number | null,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  const keep = useEffectEvent(({ scrollTop }: HTMLElement, before: number, now: number): void => {
    if (active === null) return;
    const row = virtualizer.measurementsCache[active];
    if (row === undefined || row.start >= scrollTop + before || row.end <= scrollTop + now) return;
    virtualizer.scrollToIndex(active);
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const before = height;
      height = element.clientHeight;
      if (height < before) keep(element, before, height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}
