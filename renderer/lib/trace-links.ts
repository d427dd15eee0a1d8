/** The link that opens a trace: in the desktop application its own scheme, in a browser the page's address. */
export function traceLink(traceId: string, spanId: string | null): string {
  if (window.tracedeck === undefined) return location.href;
  return `tracedeck://trace/${traceId}${spanId === null ? '' : `?span=${spanId}`}`;
}

/** A command for a shell that fetches what is at the path. The token, where one is needed, is the reader's to put in. */
export function curlCommand(base: string, path: string, needsToken: boolean): string {
  const header = needsToken ? ' -H "Authorization: Bearer $TRACEDECK_TOKEN"' : '';
  return `curl -s${header} '${`${base}${path}`.replaceAll("'", `'\\''`)}'`;
}
