import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { holdInPlace } from './hold-in-place.ts';
import { atThisStep, readKept, writeKept } from './kept.ts';

/** So long a scrolling pane rests before its place is written, in ms. */
const REST_MS = 150;

type Place = {
  readonly top: number;
  /** The entry of a conversation at the pane's upper edge, and how far below that it begins. */
  readonly entry: string | null;
  readonly below: number;
};

/**
 * Keeps where a pane stood at this step of the tab's history, so that Back, Forward and a reload return there once its
 * content `isThere`; who comes by a link starts anew. Of a long conversation only what is in sight has its real height then:
 * so the place is that of an entry, not of a pixel alone. `name` is what the pane shows, and what is chosen in it.
 */
export function useKeptPlace(ref: RefObject<HTMLElement | null>, name: string, isThere: boolean): void {
  const keeper = useRef<PlaceKeeper>(null);
  const nameNow = useEffectEvent(() => name);
  // Another name is another choice in what is looked at: that moves nothing.
  useLayoutEffect(() => {
    const element = ref.current;
    const place = readKept<Place>(placeName(nameNow()));
    if (element === null || !isThere || place === undefined) return;
    return holdAt(element, place);
  }, [ref, isThere]);
  // Not an effect: a pane that is taken away has no place any more when those are undone.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || !isThere) return;
    const own = new PlaceKeeper(element);
    keeper.current = own;
    const onScroll = (): void => own.keepSoon(nameNow());
    const onHide = (): void => own.keepNow();
    element.addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', onHide);
    return () => {
      own.keepNow();
      keeper.current = null;
      element.removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', onHide);
    };
  }, [ref, isThere]);
  // A choice need not scroll, and has its place all the same.
  useEffect(() => keeper.current?.keepSoon(name), [name]);
}

class PlaceKeeper {
  readonly #element: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of its moment: when the pane goes, the history is a step further already. */
  #name: string | null = null;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  keepSoon(name: string): void {
    this.#name = placeName(name);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keepNow(), REST_MS);
  }

  keepNow(): void {
    clearTimeout(this.#timer);
    if (this.#name !== null) writeKept(this.#name, placeOf(this.#element));
  }
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
  const entries = [...element.querySelectorAll<HTMLElement>('[data-entry], [data-entries]')];
  const first = entries.find((entry) => belowEdge(element, entry) + entry.offsetHeight > 0);
  const top = element.scrollTop;
  if (first === undefined) return { top, entry: null, below: 0 };
  const below = belowEdge(element, first);
  const id = first.dataset['entry'];
  if (id !== undefined) return { top, entry: id, below };
  // What is not drawn yet stands about there.
  const ids = first.dataset['entries']?.split(' ') ?? [];
  const at = Math.floor((Math.max(-below, 0) / first.offsetHeight) * ids.length);
  return { top, entry: ids[at] ?? null, below: 0 };
}

const belowEdge = (element: HTMLElement, entry: Element): number =>
  entry.getBoundingClientRect().top - element.getBoundingClientRect().top;

const placeName = (name: string): string => atThisStep(`place ${name}`);
