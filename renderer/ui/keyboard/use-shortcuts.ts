import { useEffect, useEffectEvent } from 'react';
import type { ShortcutKey } from './shortcuts.ts';

type Handlers = Readonly<Partial<Record<ShortcutKey, () => boolean | void>>>;

/**
 * Calls the handler of a pressed key (as KeyboardEvent.key names it) wherever the focus is, except while typing, in an
 * open menu or dialog, or with Ctrl, Alt or Meta. A handler that returns false leaves the key to the browser. What the key does
 * stands in the list that `?` shows (shortcuts.ts).
 */
export function useShortcuts(handlers: Handlers): void {
  const byKey: Readonly<Record<string, Handlers[ShortcutKey]>> = handlers;
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target))
      return;
    const handler = byKey[event.key];
    if (handler !== undefined && handler() !== false) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], dialog[open]') !== null
  );
}
