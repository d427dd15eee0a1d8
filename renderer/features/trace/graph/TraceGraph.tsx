import { useEffectEvent, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { formatCount, formatDuration, formatShort, plural } from '../../../lib/format.ts';
import type { SpanTree } from '../../../lib/span-tree.ts';
import { buildTraceGraph, type GraphNode } from './trace-graph.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ToneIcon } from '../../../ui/traces/SpanIcon.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { layOutGraph, NODE_HEIGHT, NODE_WIDTH, type GraphLayout, type Point } from './graph-layout.ts';
import { shownName } from '../../../lib/text.ts';

type Props = {
  readonly tree: SpanTree;
  readonly selectedId: string | null;
  /** Called with the spans of a node that was pressed, in the tree's order. */
  readonly onChoose: (spanIds: readonly string[]) => void;
};

/** Agents, models and tools as a flow from left to right: who called whom, how often, how long it took. */
export function TraceGraph({ tree, selectedId, onChoose }: Props) {
  const graph = useMemo(() => buildTraceGraph(tree), [tree]);
  const pane = useRef<HTMLDivElement>(null);
  const paneWidth = useElementWidth(pane);
  const drawing = useMemo(() => layOutGraph(graph, paneWidth), [graph, paneWidth]);
  const target = (graph.nodes.find((node) => isOf(node, selectedId)) ?? graph.nodes[0])?.id;
  const reveal = useEffectEvent((nodeId: string | undefined): void => {
    const place = drawing.places.get(nodeId ?? '');
    if (pane.current !== null && place !== undefined) bringIntoSight(pane.current, place, drawing.scale);
  });
  // Not when the graph grows: somebody may have gone elsewhere in it.
  useLayoutEffect(() => {
    if (paneWidth > 0) reveal(target);
  }, [paneWidth, target]);
  if (graph.nodes.length === 0) {
    return (
      <EmptyState title="Nothing to draw">
        <p>No agent, model call or tool is among these spans.</p>
      </EmptyState>
    );
  }
  return (
    <div
      ref={pane}
      role="region"
      aria-label="Graph"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
    >
      <div
        className="relative mx-auto"
        style={{ width: drawing.width, height: drawing.height, zoom: drawing.scale }}
      >
        <Edges drawing={drawing} />
        <ul>
          {graph.nodes.map((node) => (
            <Node
              key={node.id}
              node={node}
              place={drawing.places.get(node.id) ?? { x: 0, y: 0 }}
              isSelected={isOf(node, selectedId)}
              onChoose={onChoose}
            />
          ))}
        </ul>
      </div>
      {graph.hiddenCount > 0 && (
        <p className="px-5 pb-4 text-sm text-ink-3">
          {plural(graph.hiddenCount, 'more node')} with less time {graph.hiddenCount === 1 ? 'is' : 'are'} not
          drawn.
        </p>
      )}
    </div>
  );
}

const isOf = (node: GraphNode, spanId: string | null): boolean =>
  spanId !== null && node.spanIds.includes(spanId);

/** Puts a node that is not in sight into the middle, unless it was chosen in here: it would go from under the pointer. */
function bringIntoSight(pane: HTMLElement, place: Point, scale: number): void {
  if (pane.contains(document.activeElement)) return;
  const [x, y] = [place.x * scale, place.y * scale];
  const [width, height] = [NODE_WIDTH * scale, NODE_HEIGHT * scale];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = pane;
  if (x < scrollLeft || x + width > scrollLeft + clientWidth)
    pane.scrollLeft = x + width / 2 - clientWidth / 2;
  if (y < scrollTop || y + height > scrollTop + clientHeight)
    pane.scrollTop = y + height / 2 - clientHeight / 2;
}

/** All digits of more have no room beside the time, and beside the errors where there are any. */
const MOST_TOKENS = 999_999;
const MOST_BESIDE_ERRORS = 9999;
/** What fits between two neighbours, with some of the line still in sight. */
const MOST_CALLS = 999;

type NodeProps = {
  readonly node: GraphNode;
  readonly place: Point;
  readonly isSelected: boolean;
  readonly onChoose: (spanIds: readonly string[]) => void;
};

function Node({ node, place, isSelected, onChoose }: NodeProps) {
  const hasError = node.errorCount > 0;
  const duration = node.durationMs === null ? 'running' : formatDuration(node.durationMs);
  const errors = plural(node.errorCount, 'error');
  const facts = [
    shownName(node.name),
    plural(node.spanIds.length, 'span'),
    duration,
    ...(node.tokens > 0 ? [`${formatCount(node.tokens)} tokens`] : []),
    ...(hasError ? [errors] : []),
  ];
  return (
    <li className="absolute" style={{ left: place.x, top: place.y, width: NODE_WIDTH, height: NODE_HEIGHT }}>
      <button
        type="button"
        aria-pressed={isSelected}
        title={facts.join(', ')}
        onClick={() => onChoose(node.spanIds)}
        className={classNames(
          'flex size-full flex-col justify-center gap-0.5 rounded-md border bg-raised px-2 text-left text-sm hover:border-line-strong',
          isSelected && 'border-accent bg-selected ring-1 ring-accent',
          !isSelected && (hasError ? 'border-error/70' : 'border-line'),
        )}
      >
        <span className="flex w-full min-w-0 items-center gap-1.5">
          <ToneIcon tone={node.tone} />
          <span dir="auto" className="min-w-0 truncate font-medium">
            {shownName(node.name)}
          </span>
          <span className="num ml-auto flex-none text-xs text-ink-3">
            ×{formatCount(node.spanIds.length)}
          </span>
        </span>
        <span className="num flex w-full gap-1.5 text-xs whitespace-nowrap text-ink-3">
          <span>{duration}</span>
          {node.tokens > 0 && (
            <span className="truncate">
              {formatShort(node.tokens, hasError ? MOST_BESIDE_ERRORS : MOST_TOKENS)} tokens
            </span>
          )}
          {hasError && <span className="ml-auto text-error">{errors}</span>}
        </span>
      </button>
    </li>
  );
}

function Edges({ drawing }: { readonly drawing: GraphLayout }) {
  const arrow = useId();
  return (
    <svg width={drawing.width} height={drawing.height} aria-hidden className="absolute inset-0">
      <marker id={arrow} viewBox="0 0 8 8" refX={7} refY={4} markerWidth={7} markerHeight={7} orient="auto">
        <path d="M0 0.5L7.5 4L0 7.5z" className="fill-control" />
      </marker>
      {drawing.edges.map((edge) => (
        <g key={`${edge.from} ${edge.to}`}>
          <path d={edge.path} markerEnd={`url(#${arrow})`} className="fill-none stroke-control" />
          {edge.count > 1 && (
            <text
              x={edge.middle.x}
              y={edge.middle.y + 3.5}
              textAnchor="middle"
              className="num fill-ink-2 stroke-bg text-[10px] [paint-order:stroke] stroke-[4px]"
            >
              {formatShort(edge.count, MOST_CALLS)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
