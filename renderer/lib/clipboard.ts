declare global {
  interface Window {
    /** What the desktop window adds to the page; absent in a browser. */
    readonly tracedeck?: { copyText(text: string): Promise<void> };
  }
}

/** Copies text. The page in the desktop window has no permission of its own to, so its bridge does it there. */
export function copyText(text: string): Promise<void> {
  return window.tracedeck ? window.tracedeck.copyText(text) : navigator.clipboard.writeText(text);
}
