import { useState, type ReactNode } from 'react';
import { Placeholder } from './Placeholder.tsx';

type Props = {
  /** Drawn wherever it is. */
  readonly isShown: boolean;
  readonly estimatedHeight: number;
  readonly children: () => ReactNode;
};

/** A part of a long list that is drawn when it comes near the window, and stays. */
export function LazyChunk({ isShown, estimatedHeight, children }: Props) {
  const [isDrawn, setIsDrawn] = useState(isShown);
  if (isShown && !isDrawn) setIsDrawn(true);
  return isDrawn ? children() : <Placeholder height={estimatedHeight} onNear={() => setIsDrawn(true)} />;
}
