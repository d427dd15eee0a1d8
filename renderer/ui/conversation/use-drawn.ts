import { startTransition, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { scrollingPanes } from './scrolling-panes.ts';

/** How far from the window of its pane an entry stays drawn, in heights of it. */
const FAR = 4;

type Drawn = {
  /** The entries that are drawn. */
  readonly ids: ReadonlySet<string>;
  /** The heights of those that were, in px. */
  readonly heights: ReadonlyMap<string, number>;
};

/**
 * Which entries of a list are drawn: those of `atOnce`, and what `draw` is called with as it comes near the window. What somebody
 * has scrolled far away from is taken down again: a conversation of a thousand messages, read to its end, would be a million nodes.
 * Entries stay in which something was opened, that have the focus or hold sound; and all of them while text in the list is selected.
 */
export function useDrawn(
  list: RefObject<HTMLElement | null>,
  atOnce: readonly string[],
): Drawn & { readonly draw: (ids: readonly string[]) => void } {
  const [drawn, setDrawn] = useState<Drawn>(() => ({ ids: new Set(atOnce), heights: new Map() }));
  if (atOnce.some((id) => !drawn.ids.has(id)))
    setDrawn({ ...drawn, ids: new Set([...drawn.ids, ...atOnce]) });
  const used = useRef<ReadonlySet<string>>(new Set());
  const draw = (ids: readonly string[]): void => {
    const left =
      list.current === null ? NONE : leftBehind(list.current, new Set([...atOnce, ...used.current]));
    if (left.size === 0 && ids.length === 0) return;
    startTransition(() =>
      setDrawn((before) => ({
        ids: new Set([...before.ids, ...ids].filter((id) => !left.has(id))),
        heights: new Map([...before.heights, ...left]),
      })),
    );
  };
  const leave = useEffectEvent(() => draw([]));
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const onClick = ({ target }: Event): void => {
      const control = target instanceof Element ? target.closest('a, button, summary, input') : null;
      const id = control?.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
      if (id !== undefined) used.current = new Set([...used.current, id]);
    };
    // One of many threads of a page is left as a whole.
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting === false) leave();
      },
      { root: scrollingPanes(element)[0] ?? null, rootMargin: `${FAR * 100}% 0px` },
    );
    observer.observe(element);
    element.addEventListener('click', onClick, true);
    return () => {
      observer.disconnect();
      element.removeEventListener('click', onClick, true);
    };
  }, [list]);
  return { ...drawn, draw };
}

const NONE: ReadonlyMap<string, number> = new Map();

/** The entries far from the window with their heights, without those that have to stay. */
function leftBehind(list: HTMLElement, kept: ReadonlySet<string>): ReadonlyMap<string, number> {
  const [pane] = scrollingPanes(list);
  if (pane === undefined || isMarked(list)) return NONE;
  const { top, bottom, height } = pane.getBoundingClientRect();
  const [first, last] = [top - FAR * height, bottom + FAR * height];
  const left = new Map<string, number>();
  for (const entry of list.querySelectorAll<HTMLElement>(':scope > [data-entry]')) {
    const id = entry.dataset['entry'] ?? '';
    const place = entry.getBoundingClientRect();
    if ((place.bottom >= first && place.top <= last) || kept.has(id) || isInUse(entry)) continue;
    left.set(id, place.height);
  }
  return left;
}

const isInUse = (entry: HTMLElement): boolean =>
  entry.contains(document.activeElement) || entry.querySelector('audio') !== null;

function isMarked(list: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(list, true);
}
