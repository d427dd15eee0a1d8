import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

// public/theme.js reads the same key before the first paint.
const KEY = 'tracedeck.theme';
const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let choice = readChoice();

darkQuery.addEventListener('change', apply);

/** The chosen theme; whoever chooses, the document follows, and the choice is kept. `system` follows the system. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, () => choice), chooseTheme];
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  apply();
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Not kept, then.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(): void {
  const isDark = choice === 'dark' || (choice === 'system' && darkQuery.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
