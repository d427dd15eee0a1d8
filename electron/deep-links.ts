import { isProjectId } from '../collector/contract/project-id.ts';

/** The scheme that the system opens with this app. */
export const linkScheme = 'tracedeck';

const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;
/** No id of a session is longer in practice; a link comes from anywhere. */
const MAX_LINK = 2000;

/**
 * The page that a `tracedeck://` link means: `trace/<id>?span=<id>` or `session/<id>`, either with `project=<id>`
 * (`default` otherwise). Null for everything else: links come from any web page or mail, so that nothing of them goes
 * further but ids that are checked and encoded.
 */
export function pathOfLink(link: string): string | null {
  if (link.length > MAX_LINK) return null;
  const url = URL.parse(link);
  if (url?.protocol !== `${linkScheme}:` || url.username !== '' || url.password !== '') return null;
  const project = url.searchParams.get('project') ?? 'default';
  if (!isProjectId(project)) return null;
  const id = idOf(url.pathname);
  if (id === null) return null;
  // The host of a scheme that is not special keeps its case, and its port, with which it names nothing.
  const kind = url.host.toLowerCase();
  if (kind === 'trace') return tracePath(project, id.toLowerCase(), url.searchParams.get('span'));
  if (kind === 'session') return `/p/${project}/sessions/${encodeURIComponent(id)}`;
  return null;
}

export function tracePath(project: string, traceId: string, span: string | null = null): string | null {
  const spanId = span?.toLowerCase() ?? null;
  if (!TRACE_ID.test(traceId) || (spanId !== null && !SPAN_ID.test(spanId))) return null;
  return `/p/${project}/traces/${traceId}${spanId === null ? '' : `?span=${spanId}`}`;
}

/** One segment, decoded. */
function idOf(pathname: string): string | null {
  const [, segment = '', rest] = pathname.split('/');
  // Some systems put a slash behind what they hand on.
  if (rest !== undefined && rest !== '') return null;
  try {
    const id = decodeURIComponent(segment);
    // Nothing is left of `.` and `..`, however they are written: reading the address has gone that way up.
    return id === '' || id.includes('\0') ? null : id;
  } catch {
    return null;
  }
}
