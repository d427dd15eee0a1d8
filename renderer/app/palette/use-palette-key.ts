import { useEffect } from 'react';
import { flushSync } from 'react-dom';

/**
 * Calls `onOpen` for Ctrl or Cmd K, wherever the focus is, also while typing. Drawn within the key's own event: the very
 * next key is typed into what it opens.
 */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      flushSync(onOpen);
    };
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [onOpen]);
}
