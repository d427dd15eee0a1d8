import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { classNames } from '../../../ui/class-names.ts';
import { drawMinimap, MINIMAP_WIDTH, minimapLanes, type MinimapPath } from './draw-minimap.ts';
import type { SpanTree } from '../../../lib/span-tree.ts';
import { labelRoomPx, placeBar, zoomWindow, type TimeWindow } from '../../../lib/waterfall.ts';
import { useElementWidth } from '../../../ui/use-element-width.ts';

const FILLS: Readonly<Record<MinimapPath['tone'], string>> = {
  llm: 'fill-llm',
  tool: 'fill-tool',
  agent: 'fill-agent',
  chain: 'fill-chain',
  retriever: 'fill-retriever',
  db: 'fill-db',
  http: 'fill-http',
  other: 'fill-other',
  error: 'fill-error',
};

type Props = {
  readonly tree: SpanTree;
  /** What it shows: all of the tree's time. */
  readonly whole: TimeWindow;
  readonly gaps: readonly TimeWindow[];
  readonly zoom: TimeWindow | null;
  readonly onZoom: (zoom: TimeWindow | null) => void;
};

const LEAST_HEIGHT = 34;
/** For the labels of idle time, below all bars. */
const LABELS_HEIGHT = 13;

/** The whole trace in a strip: drag over a part to zoom the waterfall to it, double click to see all again. */
export function Minimap({ tree, whole, gaps, zoom, onZoom }: Props) {
  const lanes = useMemo(() => minimapLanes(tree), [tree]);
  const { paths, height } = useMemo(() => drawMinimap(lanes, whole), [lanes, whole]);
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const placeOf = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const onPointerUp = (): void => {
    if (drag !== null && Math.abs(drag.to - drag.from) > 0.005) onZoom(zoomWindow(whole, drag.from, drag.to));
    setDrag(null);
  };
  const shown = drag === null ? zoom : zoomWindow(whole, drag.from, drag.to);
  const bar = shown === null ? null : placeBar(shown.startMs, shown.endMs, whole);
  return (
    // Dragging is for the pointer; the waterfall itself needs no zoom to be read with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      role="img"
      aria-label="The trace over time. Drag to zoom, double click to see all."
      title="Drag to zoom, double click to see all; double click on a bar, or z, to zoom to its span"
      className="relative mt-2.5 box-content cursor-crosshair touch-none overflow-hidden select-none rounded-md border border-line bg-surface"
      style={{ height: Math.max(LEAST_HEIGHT, height + (gaps.length > 0 ? LABELS_HEIGHT : 0)) }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: placeOf(event), to: placeOf(event) });
      }}
      onPointerMove={(event) => drag !== null && setDrag({ from: drag.from, to: placeOf(event) })}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(null)}
      onDoubleClick={() => onZoom(null)}
    >
      <svg
        viewBox={`0 0 ${MINIMAP_WIDTH} ${height}`}
        preserveAspectRatio="none"
        className="block w-full"
        style={{ height }}
        aria-hidden
      >
        {paths.map(({ tone, path }) => (
          <path key={tone} d={path} className={FILLS[tone]} />
        ))}
      </svg>
      {gaps.map((gap) => (
        <IdleGap key={gap.startMs} gap={gap} whole={whole} columnPx={width} />
      ))}
      {bar !== null && (
        <div
          className="pointer-events-none absolute inset-y-0 border-x-2 border-accent bg-accent/10"
          style={{ left: `${bar.left * 100}%`, width: `${bar.width * 100}%` }}
        />
      )}
    </div>
  );
}

type GapProps = { readonly gap: TimeWindow; readonly whole: TimeWindow; readonly columnPx: number };

/** Half a number says another one: the label is there where all of it has room. */
function IdleGap({ gap, whole, columnPx }: GapProps) {
  const bar = placeBar(gap.startMs, gap.endMs, whole);
  if (bar === null) return null;
  const label = `idle ${formatDuration(gap.endMs - gap.startMs)}`;
  const isTold = bar.width * columnPx >= labelRoomPx(label);
  return (
    <div
      className={classNames(
        isTold && 'gap-1',
        'num pointer-events-none absolute bottom-0.5 flex items-center overflow-hidden text-[10px] leading-3 whitespace-nowrap text-ink-3 before:min-w-0 before:flex-1 before:border-t before:border-dashed before:border-line-strong after:min-w-0 after:flex-1 after:border-t after:border-dashed after:border-line-strong',
      )}
      style={{ left: `${bar.left * 100}%`, width: `${bar.width * 100}%` }}
    >
      {isTold && label}
    </div>
  );
}
