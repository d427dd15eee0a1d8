/**
 * The address's query as plain strings. The router's own way reads values as JSON, which would turn a span id of
 * sixteen decimal digits into a rounded number.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The reverse; what is undefined, null, false or empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(key, value);
    if (typeof value === 'number' || value === true) params.set(key, String(value));
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
