import { useEffect, type RefObject } from 'react';
import { findRanges } from './find-ranges.ts';

/**
 * Marks words in all that an element shows, now and later, and stronger where they are what somebody was led to. The
 * browser paints the marks (styles.css, `::highlight`): nothing of what is marked is drawn again.
 */
export function useMarks(
  element: RefObject<HTMLElement | null>,
  words: readonly string[],
  isStrong: boolean,
): void {
  useEffect(() => {
    const marked = element.current;
    // A browser that cannot paint them shows the entry alone.
    if (marked === null || words.length === 0 || !('highlights' in CSS)) return;
    const highlight = highlightNamed(isStrong ? 'found-at' : 'found');
    let ranges: readonly Range[] = [];
    const unmark = (): void => ranges.forEach((range) => highlight.delete(range));
    const mark = (): void => {
      unmark();
      ranges = findRanges(marked, words);
      ranges.forEach((range) => highlight.add(range));
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(marked, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      unmark();
    };
  }, [element, words, isStrong]);
}

function highlightNamed(name: string): Highlight {
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
}
