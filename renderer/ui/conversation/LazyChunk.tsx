import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = {
  /** Drawn wherever it is. */
  readonly isShown: boolean;
  readonly estimatedHeight: number;
  readonly children: () => ReactNode;
};

/** A part of a long list that is drawn when it comes near the window, and stays. */
export function LazyChunk({ isShown, estimatedHeight, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(isShown);
  if (isShown && !isDrawn) setIsDrawn(true);
  useEffect(() => {
    const element = place.current;
    if (isDrawn || element === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setIsDrawn(true);
      },
      { rootMargin: '1200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isDrawn]);
  return (
    <div
      ref={place}
      className="grid min-w-0 grid-cols-1 gap-2.5"
      style={isDrawn ? undefined : { height: estimatedHeight }}
    >
      {isDrawn && children()}
    </div>
  );
}
