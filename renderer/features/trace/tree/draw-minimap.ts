import { spanTone, type SpanTone } from '../../../lib/span-kind.ts';
import { isRunning, type SpanNode, type SpanTree } from '../../../lib/span-tree.ts';
import { placeBar, type TimeWindow } from '../../../lib/waterfall.ts';

const MINIMAP_LANES = 6;
/** The minimap's own units; it is stretched to whatever width it gets. */
export const MINIMAP_WIDTH = 1000;
const TOP = 4;
const LANE_HEIGHT = 5;
const BAR_HEIGHT = 3;

export type MinimapPath = { readonly tone: SpanTone | 'error'; readonly path: string };

export type MinimapLanes = ReadonlyMap<SpanNode, number>;

export type MinimapDrawing = {
  readonly paths: readonly MinimapPath[];
  /** From the top to the end of the last lane, in pixels. */
  readonly height: number;
};

/**
 * A trace drawn over all of its time as one path a colour, so that 10,000 spans are eight elements, and bars that touch as one
 * bar. Each span lies on the first lane below its parent's that is free; past the last lane they share it. Errors come last, on
 * top.
 */
export function drawMinimap(lanes: MinimapLanes, whole: TimeWindow): MinimapDrawing {
  const bars = new Map<string, OpenBar>();
  const paths = new Map<MinimapPath['tone'], string>();
  const close = ({ tone, lane, x, end }: OpenBar): void => {
    const width = (end - x).toFixed(1);
    const bar = `M${x.toFixed(1)} ${TOP + lane * LANE_HEIGHT}h${width}v${BAR_HEIGHT}h-${width}z`;
    paths.set(tone, (paths.get(tone) ?? '') + bar);
  };
  for (const [node, lane] of lanes) {
    if (node.span === null) continue;
    const place = placeBar(node.startMs, isRunning(node) ? Infinity : node.endMs, whole);
    if (place === null) continue;
    const tone = node.span.has_error ? 'error' : spanTone(node.span);
    const width = Math.max(place.width * MINIMAP_WIDTH, 2);
    const x = Math.min(place.left * MINIMAP_WIDTH, MINIMAP_WIDTH - width);
    const key = `${tone} ${lane}`;
    const before = bars.get(key);
    if (before !== undefined && x <= before.end) {
      before.end = Math.max(before.end, x + width);
      continue;
    }
    if (before !== undefined) close(before);
    bars.set(key, { tone, lane, x, end: x + width });
  }
  for (const bar of bars.values()) close(bar);
  const lowest = Math.max(0, ...new Set(lanes.values()));
  return {
    paths: [...paths]
      .map(([tone, path]) => ({ tone, path }))
      .sort((a, b) => Number(a.tone === 'error') - Number(b.tone === 'error')),
    height: TOP + (lowest + 1) * LANE_HEIGHT,
  };
}

/** A bar that may still grow, in the minimap's units. */
type OpenBar = {
  readonly tone: MinimapPath['tone'];
  readonly lane: number;
  readonly x: number;
  end: number;
};

/** The spans of a tree in the order of their starts, each with its lane: the same however long the trace goes on. */
export function minimapLanes({ order }: SpanTree): MinimapLanes {
  const lanes = new Map<SpanNode, number>();
  const busyUntil = Array.from({ length: MINIMAP_LANES }, () => -Infinity);
  for (const node of order.toSorted((a, b) => a.startMs - b.startMs || a.depth - b.depth)) {
    const least = Math.min(node.parent === null ? 0 : (lanes.get(node.parent) ?? 0) + 1, MINIMAP_LANES - 1);
    let lane = least;
    while (lane < MINIMAP_LANES - 1 && (busyUntil[lane] ?? 0) > node.startMs) lane += 1;
    lanes.set(node, lane);
    busyUntil[lane] = Math.max(busyUntil[lane] ?? 0, node.endMs);
  }
  return lanes;
}
