import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { fitTabs } from './fit-tabs.ts';

type Sizes = { readonly room: number; readonly widths: readonly number[] };

type Fit = {
  /** The places of the tabs that find room. */
  readonly shown: ReadonlySet<number>;
  /** What the bar needs at least, in pixels: for all of its tabs, or for the active one and the menu of the rest. */
  readonly leastWidth: number;
};

/**
 * Which tabs find room in a bar. `ruler` has a child for each of them, as wide as it, and at the end one
 * for the menu of the rest.
 */
export function useFittingTabs(
  bar: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  active: number,
): Fit {
  const [sizes, setSizes] = useState<Sizes | null>(null);
  useLayoutEffect(() => {
    const [barElement, rulerElement] = [bar.current, ruler.current];
    if (barElement === null || rulerElement === null) return;
    const measure = (): void => {
      const widths = Array.from(rulerElement.children, (child) => child.getBoundingClientRect().width);
      setSizes({ room: barElement.clientWidth, widths });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(barElement);
    // As wide as what it holds: labels change, and so do fonts.
    observer.observe(rulerElement);
    return () => observer.disconnect();
  }, [bar, ruler]);
  return useMemo(() => {
    if (sizes === null) return { shown: new Set([active]), leastWidth: 0 };
    const widths = sizes.widths.slice(0, -1);
    const menuWidth = sizes.widths.at(-1) ?? 0;
    const all = widths.reduce((sum, width) => sum + width, 0);
    return {
      shown: fitTabs(widths, active, sizes.room, menuWidth),
      leastWidth: Math.min(all, (widths[active] ?? 0) + menuWidth),
    };
  }, [sizes, active]);
}
