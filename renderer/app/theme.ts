import { useEffect, useState } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

// public/theme.js reads the same key before the first paint.
const KEY = 'tracedeck.theme';
const darkQuery = '(prefers-color-scheme: dark)';

/** The chosen theme, applied to the document and kept; `system` follows the system while it changes. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState(readChoice);
  useEffect(() => {
    const media = matchMedia(darkQuery);
    const apply = (): void => {
      const isDark = choice === 'dark' || (choice === 'system' && media.matches);
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
    };
    apply();
    media.addEventListener('change', apply);
    return () => media.removeEventListener('change', apply);
  }, [choice]);
  const choose = (next: ThemeChoice): void => {
    setChoice(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Not kept, then.
    }
  };
  return [choice, choose];
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
