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
  const byId = new Map<string, T>();
  for (const span of spans) byId.set(span.span_id, span);
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
    const parent = span.parent_span_id === null ? undefined : byId.get(span.parent_span_id);
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
      current = current.parent_span_id === null ? undefined : byId.get(current.parent_span_id);
    }
    if (current && onPath.has(current.span_id)) put(opened(path.splice(path.indexOf(current)), spans), 0);
    put(path, current ? depths.get(current.span_id)! + 1 : 0);
  }
  return ordered;
}

/** A cycle, turned so that its earliest span is the last: the top. */
function opened<T>(cycle: readonly T[], spans: readonly T[]): T[] {
  const members = new Set(cycle);
  const after = cycle.indexOf(spans.find((span) => members.has(span))!) + 1;
  return [...cycle.slice(after), ...cycle.slice(0, after)];
}
