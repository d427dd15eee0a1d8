import { useEffect, useEffectEvent, useState } from 'react';

const REST_MS = 250;

/**
 * What is searched for inside a page; null while the search is closed. The address (`asked`) follows when the typing rests: it
 * would be too slow to be what the field shows.
 */
export function useFindText(
  asked: string | undefined,
  onRest: (text: string | undefined) => void,
): [text: string | null, setText: (text: string | null) => void] {
  const [text, setText] = useState(asked ?? null);
  const rest = useEffectEvent(onRest);
  useEffect(() => {
    if ((asked ?? '') === (text ?? '')) return;
    const timer = setTimeout(() => rest(text ?? undefined), REST_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return [text, setText];
}
