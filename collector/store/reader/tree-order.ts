/** What ordering needs of a span. */
interface TreeItem {
  readonly span_id: string;
  readonly parent_span_id: string | null;
}

/**
 * Spans that come in start order, put so that parents stand before their children whatever their clocks say, each with
 * its depth. A span whose parent is missing has depth 0; a cycle is broken at its earliest span.
 */
export function treeOrder<T extends TreeItem>(spans: readonly T[]): { span: T; depth: number }[] {
  const places = new Map<string, number>();
  for (const [place, { span_id }] of spans.entries()) places.set(span_id, place);
  const parentOf = ({ parent_span_id }: T): T | undefined => spans[places.get(parent_span_id ?? '') ?? -1];
  const depths = new Map<string, number>();
  const ordered: { span: T; depth: number }[] = [];
  const place = (span: T, depth: number): void => {
    depths.set(span.span_id, depth);
    ordered.push({ span, depth });
  };
  /** Puts spans that run from child to parent, the last one at `depth`. */
  const put = (path: readonly T[], depth: number): void =>
    path.toReversed().forEach((span, at) => place(span, depth + at));
  for (const span of spans) {
    if (depths.has(span.span_id)) continue;
    const parent = parentOf(span);
    const above = parent === undefined ? -1 : depths.get(parent.span_id);
    // As almost always: the parent began before it and has its place.
    if (above !== undefined) {
      place(span, above + 1);
      continue;
    }
    const path: T[] = [];
    const onPath = new Set<string>();
    let current: T | undefined = span;
    while (current && !depths.has(current.span_id) && !onPath.has(current.span_id)) {
      path.push(current);
      onPath.add(current.span_id);
      current = parentOf(current);
    }
    if (current && onPath.has(current.span_id)) put(opened(path.splice(path.indexOf(current)), places), 0);
    put(path, current ? depths.get(current.span_id)! + 1 : 0);
  }
  return ordered;
}

/** A cycle, turned so that its earliest span is the last: the top. `places`: of the spans in start order, by their ids. */
function opened<T extends TreeItem>(cycle: readonly T[], places: ReadonlyMap<string, number>): T[] {
  const placeOf = ({ span_id }: T): number => places.get(span_id)!;
  const earliest = cycle.reduce((a, b) => (placeOf(b) < placeOf(a) ? b : a));
  const after = cycle.indexOf(earliest) + 1;
  return [...cycle.slice(after), ...cycle.slice(0, after)];
}
