import { useState, type ReactNode } from 'react';
import { Placeholder, type PlaceholderRoom } from './Placeholder.tsx';

type Props = {
  /** Drawn wherever it is. */
  readonly isShown: boolean;
  /** What it takes until it is drawn. */
  readonly room: () => PlaceholderRoom;
  readonly children: () => ReactNode;
};

/** A part of a conversation that is drawn when it comes near the window, and stays. */
export function LazyChunk({ isShown, room, children }: Props) {
  const [isDrawn, setIsDrawn] = useState(isShown);
  if (isShown && !isDrawn) setIsDrawn(true);
  return isDrawn ? children() : <Placeholder room={room()} onNear={() => setIsDrawn(true)} />;
}
