import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { holdInPlace } from './hold-in-place.ts';

const KEY = 'tracedeck.place:';
/** So long a scrolling pane rests before its place is written, in ms. */
const REST_MS = 150;

type Place = {
  readonly top: number;
  /** The entry of a conversation at the pane's upper edge, and how far below that it begins. */
  readonly entry: string | null;
  readonly below: number;
};

/**
 * Keeps where a pane stood when it was left in this tab, so that Back returns there once its content `isThere`. Of a long
 * conversation only what is in sight has its real height then: so the place is that of an entry, not of a pixel alone.
 */
export function useKeptPlace(ref: RefObject<HTMLElement | null>, name: string, isThere: boolean): void {
  // Another name is another choice in what is looked at: that moves nothing.
  const kept = useEffectEvent(() => readPlace(name));
  const keep = useEffectEvent((element: HTMLElement) =>
    sessionStorage.setItem(KEY + name, JSON.stringify(placeOf(element))),
  );
  useLayoutEffect(() => {
    const element = ref.current;
    const place = kept();
    if (element === null || !isThere || place === null) return;
    return holdAt(element, place);
  }, [ref, isThere]);
  // Not an effect: a pane that is taken away has no place any more when those are undone.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || !isThere) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepNow = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      keep(element);
    };
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(keepNow, REST_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', keepNow);
    return () => {
      keepNow();
      element.removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', keepNow);
    };
  }, [ref, isThere]);
}

function holdAt(element: HTMLElement, place: Place): () => void {
  const id = place.entry === null ? null : CSS.escape(place.entry);
  const goBack = (): void => {
    const entry = id === null ? null : element.querySelector(`[data-entry="${id}"], [data-entries~="${id}"]`);
    if (entry === null) element.scrollTop = place.top;
    else element.scrollTop += belowEdge(element, entry) - (entry.matches('[data-entry]') ? place.below : 0);
  };
  return holdInPlace(element, goBack, true);
}

function placeOf(element: HTMLElement): Place {
  const entries = [...element.querySelectorAll<HTMLElement>('[data-entry]')];
  const first = entries.find((entry) => belowEdge(element, entry) + entry.offsetHeight > 0);
  return {
    top: element.scrollTop,
    entry: first?.dataset['entry'] ?? null,
    below: first === undefined ? 0 : belowEdge(element, first),
  };
}

const belowEdge = (element: HTMLElement, entry: Element): number =>
  entry.getBoundingClientRect().top - element.getBoundingClientRect().top;

function readPlace(name: string): Place | null {
  const kept = sessionStorage.getItem(KEY + name);
  // It is of our own writing: nobody else has this tab's storage.
  return kept === null ? null : (JSON.parse(kept) as Place);
}
