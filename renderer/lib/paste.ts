/** Of links alone the project is known. */
export type PastedId =
  | { readonly kind: 'trace'; readonly traceId: string; readonly spanId?: string; readonly project?: string }
  | { readonly kind: 'span'; readonly spanId: string }
  | { readonly kind: 'session'; readonly sessionId: string; readonly project: string };

const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;

/**
 * What a pasted text names, without asking anyone: 32 hex digits (also as a UUID) are a trace, 16 a span, a W3C `traceparent`
 * both, and the address of a page or a `tracedeck://` link what it leads to. Null for everything else.
 */
export function readPastedId(text: string): PastedId | null {
  return readLink(text.trim()) ?? readId(text.trim().toLowerCase());
}

function readId(given: string): PastedId | null {
  const parent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(given);
  if (parent?.[1] !== undefined && parent[2] !== undefined) {
    return { kind: 'trace', traceId: parent[1], spanId: parent[2] };
  }
  const digits = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)
    ? given.replaceAll('-', '')
    : given;
  if (TRACE_ID.test(digits)) return { kind: 'trace', traceId: digits };
  return SPAN_ID.test(digits) ? { kind: 'span', spanId: digits } : null;
}

/** What `…/p/<project>/traces/<id>?span=…` and `tracedeck://trace/<id>?span=…&project=…` lead to, and those of sessions. */
function readLink(text: string): PastedId | null {
  const page = /^https?:\/\/[^/]+\/p\/([^/?#]+)\/(trace|session)s\/([^/?#]+)(?:\?([^#]*))?/.exec(text);
  const own = /^tracedeck:\/\/(trace|session)\/([^/?#]+)\/?(?:\?([^#]*))?/i.exec(text);
  const [project, kind = '', id = '', query] =
    page === null ? [undefined, ...(own?.slice(1) ?? [])] : page.slice(1);
  const params = new URLSearchParams(query);
  const named = project === undefined ? (params.get('project') ?? 'default') : decoded(project);
  const given = decoded(id);
  if (named === null || given === null) return null;
  if (kind.toLowerCase() === 'session') return { kind: 'session', sessionId: given, project: named };
  const traceId = given.toLowerCase();
  if (kind.toLowerCase() !== 'trace' || !TRACE_ID.test(traceId)) return null;
  const spanId = params.get('span')?.toLowerCase() ?? '';
  return { kind: 'trace', traceId, ...(SPAN_ID.test(spanId) ? { spanId } : {}), project: named };
}

/** Null for what no address has. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
