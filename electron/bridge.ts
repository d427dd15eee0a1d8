/**
 * What a page in the desktop window has beyond a browser, as `window.tracedeck`; absent in a browser. All else goes over
 * REST and SSE.
 */
export interface Bridge {
  readonly platform: NodeJS.Platform;
  /** Of Tracedeck. */
  readonly version: string;
  /** Opens the system's browser. Resolves to false for anything but http and https, and from any other page. */
  openExternal(url: string): Promise<boolean>;
  /** Puts text on the clipboard; the page itself has no permission to. */
  copyText(text: string): Promise<void>;
}

export const bridgeName = 'tracedeck';

/** The messages behind the bridge: what the page sends and what it is answered. */
export interface Messages {
  'open-external': { readonly argument: string; readonly answer: boolean };
  'copy-text': { readonly argument: string; readonly answer: void };
}
