/** So long what is drawn may still take its height, in ms. */
const SETTLE_MS = 3000;
/** With the first of these somebody goes on from there. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Calls it when somebody next does something; answers what ends the waiting. */
export function onNextInput(listener: () => void): () => void {
  for (const input of INPUTS) addEventListener(input, listener, { capture: true, passive: true });
  return () => {
    for (const input of INPUTS) removeEventListener(input, listener, true);
  };
}

type Hold = { readonly isKept: boolean; readonly stop: () => void };

const holds = new WeakMap<HTMLElement, Hold>();

/**
 * Brings a pane to a place now, and again whenever its content takes its height, until somebody goes on from there.
 * One hold at a time: the last, but one that brings back to where somebody was (`isKept`) yields to no other.
 */
export function holdInPlace(pane: HTMLElement, bring: () => void, isKept = false): () => void {
  const before = holds.get(pane);
  if (before?.isKept === true && !isKept) return () => undefined;
  before?.stop();
  bring();
  const observer = new ResizeObserver(bring);
  for (const child of pane.children) observer.observe(child);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    stopWaiting();
    if (holds.get(pane)?.stop === stop) holds.delete(pane);
  };
  const timer = setTimeout(stop, SETTLE_MS);
  const stopWaiting = onNextInput(stop);
  holds.set(pane, { isKept, stop });
  return stop;
}
