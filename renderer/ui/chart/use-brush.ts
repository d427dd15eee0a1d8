import { useEffect, useState, type PointerEvent } from 'react';
import type { PlotScale, TimeSpan } from '../../lib/chart-scale.ts';

export type SelectTime = (span: TimeSpan) => void;

/** A press that moves less than this is a click, not a drag. */
const LEAST_PX = 4;

type Drag = { readonly fromPx: number; readonly toPx: number };

/** Where the pointer is on a chart's time axis, and what it drags over; Escape lets go of it. */
export function useBrush(scale: PlotScale, onSelect: SelectTime | undefined) {
  const [pointerMs, setPointerMs] = useState<number | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(null);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isDragging]);
  const pixelOf = (event: PointerEvent<SVGSVGElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
      if (onSelect === undefined || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ fromPx: pixelOf(event), toPx: pixelOf(event) });
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>): void => {
      setPointerMs(scale.timeAt(pixelOf(event)));
      if (drag !== null) setDrag({ ...drag, toPx: pixelOf(event) });
    },
    onPointerUp: (): void => {
      if (drag !== null && isWide(drag)) onSelect?.(spanOf(drag, scale));
      setDrag(null);
    },
    onPointerCancel: (): void => setDrag(null),
    onPointerLeave: (): void => setPointerMs(null),
  };
  return { pointerMs, dragged: drag !== null && isWide(drag) ? spanOf(drag, scale) : null, handlers };
}

function isWide({ fromPx, toPx }: Drag): boolean {
  return Math.abs(toPx - fromPx) >= LEAST_PX;
}

function spanOf({ fromPx, toPx }: Drag, scale: PlotScale): TimeSpan {
  return {
    startMs: scale.timeAt(Math.min(fromPx, toPx)),
    endMs: scale.timeAt(Math.max(fromPx, toPx)),
  };
}
