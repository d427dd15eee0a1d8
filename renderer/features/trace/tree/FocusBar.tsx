import { Focus, ZoomOut } from 'lucide-react';
import { formatPoint } from '../../../lib/format.ts';
import { spanLabels } from '../../../lib/span-labels.ts';
import type { TimeWindow } from '../../../lib/waterfall.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import type { TraceView } from '../use-trace-view.ts';

/** Says that only a part of the trace is shown, and leads back to all of it. */
export function FocusBar({ view }: { readonly view: TraceView }) {
  const { tree, focusId, zoom, setFocus, setZoom } = view;
  const focused = focusId === null ? null : tree.byId.get(focusId);
  if (focusId === null && zoom === null) return null;
  const point = (timeMs: number, { startMs, endMs }: TimeWindow): string =>
    formatPoint(timeMs - tree.startMs, (endMs - startMs) / 10);
  return (
    <div className="flex h-8 flex-none items-center gap-2 border-b border-line bg-accent-soft px-3.5 text-sm">
      {focusId !== null && (
        <>
          <Focus size={13} aria-hidden className="flex-none text-accent" />
          <span className="min-w-0 truncate">
            Only <b className="font-medium">{focused?.span ? spanLabels(focused.span).name : 'a part'}</b> and
            below
          </span>
        </>
      )}
      {zoom !== null && (
        <span className="num min-w-0 truncate text-ink-2">
          {point(zoom.startMs, zoom)} to {point(zoom.endMs, zoom)}
        </span>
      )}
      <span className="ml-auto flex flex-none gap-1.5">
        {zoom !== null && (
          <Button className="h-6" onClick={() => setZoom(null)}>
            <ZoomOut size={13} aria-hidden className="text-ink-3" /> Whole time
          </Button>
        )}
        {focusId !== null && (
          <Button className="h-6" onClick={() => setFocus(null)}>
            Whole trace
          </Button>
        )}
      </span>
    </div>
  );
}
