import { useEffect, useEffectEvent, useRef } from 'react';

type Props = {
  /** About that of what it stands for. */
  readonly height: number;
  /** When it comes near the window. */
  readonly onNear: () => void;
};

/** Takes the room of what is not drawn yet. */
export function Placeholder({ height, onNear }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onNear);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) tell();
      },
      { rootMargin: '1200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={place} style={{ height }} />;
}
