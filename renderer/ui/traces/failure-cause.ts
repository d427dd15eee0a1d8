import type { TreeRow } from '../../../collector/contract/spans.ts';

type Row = Pick<TreeRow, 'span_id' | 'parent_span_id' | 'span_category' | 'timestamp_end' | 'has_error'>;

/** What an agent's own words about a failure are told from: the request below says no more than its status. */
const BENEATH: ReadonlySet<Row['span_category']> = new Set(['http', 'db', 'other']);

/**
 * The span that best says why a trace failed: of the failed spans with no failed one below, the one whose failure went
 * all the way up to the root, the last where there are several; null where none failed.
 */
export function failureCause<Span extends Row>(spans: readonly Span[]): Span | null {
  const failed = new Map(spans.filter((span) => span.has_error).map((span) => [span.span_id, span]));
  const above = new Set([...failed.values()].map((span) => span.parent_span_id));
  const paths = [...failed.values()]
    .filter((span) => !above.has(span.span_id))
    .map((span) => pathUp(span, failed));
  // Where each is the parent of another, none is the lowest.
  const [first, ...others] = paths.length > 0 ? paths : [...failed.values()].map((span) => [span]);
  if (first === undefined) return null;
  const best = others.reduce((one, other) => (isTold(other, one) ? other : one), first);
  return best.find((span) => !BENEATH.has(span.span_category)) ?? best[0] ?? null;
}

/** From a failed span over the failed ones above it. */
function pathUp<Span extends Row>(from: Span, failed: ReadonlyMap<string, Span>): readonly Span[] {
  const path = new Set<Span>();
  for (
    let span: Span | undefined = from;
    span !== undefined && !path.has(span);
    span = failed.get(span.parent_span_id ?? '')
  ) {
    path.add(span);
  }
  return [...path];
}

function isTold(path: readonly Row[], before: readonly Row[]): boolean {
  const [isWhole, wasWhole] = [path, before].map((one) => one.at(-1)?.parent_span_id === null);
  if (isWhole !== wasWhole) return isWhole === true;
  return (path[0]?.timestamp_end ?? '') > (before[0]?.timestamp_end ?? '');
}
