export type PastedId =
  | { readonly kind: 'trace'; readonly traceId: string; readonly spanId?: string }
  | { readonly kind: 'span'; readonly spanId: string };

/**
 * What a pasted text names, without asking anyone: 32 hex digits (also as a UUID) are a trace, 16 a span, and a W3C
 * `traceparent` both. Null for everything else.
 */
export function readPastedId(text: string): PastedId | null {
  const given = text.trim().toLowerCase();
  const parent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(given);
  if (parent?.[1] !== undefined && parent[2] !== undefined) {
    return { kind: 'trace', traceId: parent[1], spanId: parent[2] };
  }
  const digits = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)
    ? given.replaceAll('-', '')
    : given;
  if (/^[0-9a-f]{32}$/.test(digits)) return { kind: 'trace', traceId: digits };
  return /^[0-9a-f]{16}$/.test(digits) ? { kind: 'span', spanId: digits } : null;
}
