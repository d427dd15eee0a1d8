import type { Bridge } from '../../electron/contract/bridge.ts';

declare global {
  interface Window {
    /** What the desktop window adds to the page; absent in a browser. */
    readonly tracedeck?: Bridge;
  }
}

/** What the desktop window adds to the page; null in a browser. */
export const desktop = (): Bridge | null => window.tracedeck ?? null;
