import type { Bridge } from '../../electron/contract/bridge.ts';

declare global {
  interface Window {
    /** What the desktop window adds to the page; absent in a browser. */
    readonly tracedeck?: Bridge;
  }
}

/** What the desktop window adds to the page; null in a browser. */
export const desktop = (): Bridge | null => window.tracedeck ?? null;

const THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The collector's machine as the page's address names it; null where it is this one, as far as that tells: through a tunnel it
 * looks as if it were.
 */
export const otherMachine = (): string | null =>
  desktop() !== null || THIS_MACHINE.test(location.hostname) ? null : location.hostname;
