import { useEffect, useRef, type RefObject } from 'react';
import { holdInPlace } from '../kept/hold-in-place.ts';
import { readKept, thisStep, writeKept } from '../kept/kept.ts';

type Scroll = { readonly top: number; readonly step: string };

/** Where this address's list stood when it was left in this tab, in pixels; so Back returns to the same row. */
export const keptScroll = (): number => readKept<Scroll>(addressName())?.top ?? 0;

/**
 * Keeps the element's place for keptScroll. A list of something else (`viewKey`) starts at its top, but where Back or Forward
 * leads to it.
 */
export function useKeptScroll(ref: RefObject<HTMLElement | null>, viewKey: string): void {
  const shown = useRef(viewKey);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const name = addressName();
    const step = thisStep();
    const kept = readKept<Scroll>(name);
    const isOther = shown.current !== viewKey;
    shown.current = viewKey;
    const top = step !== '' && kept?.step === step ? kept.top : 0;
    // Its rows may still be those of the list before, and fewer.
    const stop = isOther ? holdInPlace(element, () => element.scrollTo({ top }), true) : undefined;
    // At once: a row may be pressed in the same moment.
    const onScroll = (): void => writeKept(name, { top: element.scrollTop, step } satisfies Scroll);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      stop?.();
      element.removeEventListener('scroll', onScroll);
    };
  }, [ref, viewKey]);
}

/** By the address but for the open row, which does not make it another list. */
function addressName(): string {
  const params = new URLSearchParams(location.search);
  params.delete('open');
  return `scroll ${location.pathname}?${params.toString()}`;
}
