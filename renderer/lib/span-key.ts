/** A span among all: span ids are only their trace's own. */
export function spanKey(span: { readonly trace_id: string; readonly span_id: string }): string {
  return `${span.trace_id}-${span.span_id}`;
}

export function readSpanKey(key: string): { readonly traceId: string; readonly spanId: string } {
  const [traceId = '', spanId = ''] = key.split('-');
  return { traceId, spanId };
}
