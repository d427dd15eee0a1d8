import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether something of a list that scrolls sideways lies out of sight, before what is seen and after it. */
export function useHiddenSides(ref: RefObject<HTMLElement | null>): { before: boolean; after: boolean } {
  const [hidden, setHidden] = useState({ before: false, after: false });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const look = (): void => {
      const before = element.scrollLeft > 1;
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setHidden((last) => (last.before === before && last.after === after ? last : { before, after }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const item of element.children) observer.observe(item);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [ref]);
  return hidden;
}
