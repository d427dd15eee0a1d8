import { useState, type ReactNode } from 'react';
import type { ThreadEntry } from '../../lib/thread.ts';
import { Placeholder } from './Placeholder.tsx';

type Props = {
  /** Drawn wherever it is. */
  readonly isShown: boolean;
  readonly entries: readonly ThreadEntry[];
  readonly children: () => ReactNode;
};

/** A part of a conversation that is drawn when it comes near the window, and stays. */
export function LazyChunk({ isShown, entries, children }: Props) {
  const [isDrawn, setIsDrawn] = useState(isShown);
  if (isShown && !isDrawn) setIsDrawn(true);
  return isDrawn ? children() : <Placeholder entries={entries} onNear={() => setIsDrawn(true)} />;
}
