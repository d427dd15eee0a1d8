import { desktop } from './desktop.ts';

/** Copies text. The page in the desktop window has no permission of its own to, so its bridge does it there. */
export function copyText(text: string): Promise<void> {
  return desktop()?.copyText(text) ?? navigator.clipboard.writeText(text);
}
