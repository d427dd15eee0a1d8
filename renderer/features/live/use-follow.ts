import { useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';

type Options = {
  /** What scrolls; its first child is as high as all that there is. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isFollowing: boolean;
  readonly onFollow: (isOn: boolean) => void;
};

/** So near to the end counts as being there, in pixels. */
const NEAR = 12;

/**
 * Keeps the end in sight while it is followed. Scrolling up stops that, scrolling back to the end takes it up again; what
 * grows or shrinks by itself does neither. Returns what to call with each scrolling.
 */
export function useFollow({
  scroller,
  isFollowing,
  onFollow,
}: Options): (event: UIEvent<HTMLElement>) => void {
  /** Null before it was scrolled: where it starts at another place than the end, nobody scrolled there. */
  const lastTop = useRef<number | null>(null);
  /** Where it became lower it was scrolled for the row at hand (`use-row-in-sight.ts`), by nobody. */
  const lastHeight = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !isFollowing) return;
    const toEnd = (): void => {
      element.scrollTo({ top: element.scrollHeight });
      lastTop.current = element.scrollTop;
      lastHeight.current = element.clientHeight;
    };
    toEnd();
    // Told before anything is painted: what comes is never seen below the end, nor a pane that was made smaller.
    const observer = new ResizeObserver(toEnd);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [scroller, isFollowing]);
  return ({ currentTarget: element }) => {
    const top = element.scrollTop;
    const movedBy = element.clientHeight === lastHeight.current ? top - (lastTop.current ?? top) : 0;
    lastTop.current = top;
    lastHeight.current = element.clientHeight;
    const isAtEnd = element.scrollHeight - top - element.clientHeight <= NEAR;
    if (isFollowing && movedBy < 0 && !isAtEnd) onFollow(false);
    if (!isFollowing && movedBy > 0 && isAtEnd) onFollow(true);
  };
}
