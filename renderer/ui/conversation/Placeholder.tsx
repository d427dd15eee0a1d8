import { useEffect, useEffectEvent, useRef } from 'react';
import type { ThreadEntry } from '../../lib/thread.ts';
import { scrollingPanes } from './scrolling-panes.ts';

/** In heights of its pane. Less than how far away entries are taken down again (`use-drawn.ts`): they would come and go. */
const NEAR = 1.5;

export type PlaceholderRoom = {
  /** What is not drawn yet. */
  readonly entries: readonly ThreadEntry[];
  /** About the height of it all, in px. */
  readonly height: number;
};

type Props = {
  readonly room: PlaceholderRoom;
  /** When it comes near the window of its pane. */
  readonly onNear: () => void;
};

/** Takes about the room of entries that are not drawn yet; who looks for one of them finds it by `data-entries`. */
export function Placeholder({ room, onNear }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onNear);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) tell();
      },
      // Around the window, a margin would not count: what its pane cuts off is seen only once it is in sight.
      { root: scrollingPanes(element)[0] ?? null, rootMargin: `${NEAR * 100}% 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const ids = room.entries.map(({ id }) => id).join(' ');
  return <div ref={place} data-entries={ids} style={{ height: room.height }} />;
}
