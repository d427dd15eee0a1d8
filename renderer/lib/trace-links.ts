import { desktop } from './desktop.ts';

/** The link that opens a trace: in the desktop application its own scheme, in a browser the page's address. */
export function traceLink(project: string, traceId: string, spanId: string | null): string {
  if (desktop() === null) return location.href;
  const query = new URLSearchParams({
    ...(project === 'default' ? {} : { project }),
    ...(spanId === null ? {} : { span: spanId }),
  });
  return `tracedeck://trace/${traceId}${query.size === 0 ? '' : `?${query}`}`;
}

/** A command for a shell that fetches what is at the path. The token, where one is needed, is the reader's to put in. */
export function curlCommand(base: string, path: string, needsToken: boolean): string {
  const header = needsToken ? ' -H "Authorization: Bearer $TRACEDECK_TOKEN"' : '';
  return `curl -s${header} '${`${base}${path}`.replaceAll("'", `'\\''`)}'`;
}
