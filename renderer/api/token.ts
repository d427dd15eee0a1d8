const KEY = 'tracedeck.token';

/**
 * Takes the token out of a `#token=…` link (API.md section 7), keeps it for this tab and cleans the address. Call once,
 * before the router reads the address.
 */
export function adoptTokenFromAddress(): void {
  const params = new URLSearchParams(location.hash.slice(1));
  const token = params.get('token');
  if (token === null) return;
  sessionStorage.setItem(KEY, token);
  params.delete('token');
  const rest = params.toString();
  history.replaceState(
    history.state,
    '',
    `${location.pathname}${location.search}${rest === '' ? '' : `#${rest}`}`,
  );
}

/** The header to send along with every request; empty where no token was given. */
export function authorizationHeader(): Record<string, string> {
  const token = sessionStorage.getItem(KEY);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
