const KEY = 'tracedeck.token';

/**
 * Takes the token out of the `#token=…` link that `serve` prints, keeps it for this tab and cleans the address. Returns
 * whether there was one. Call before the router reads the address.
 */
export function adoptTokenFromAddress(): boolean {
  const params = new URLSearchParams(location.hash.slice(1));
  const token = params.get('token');
  if (token === null) return false;
  keepToken(token);
  params.delete('token');
  const rest = params.toString();
  history.replaceState(
    history.state,
    '',
    `${location.pathname}${location.search}${rest === '' ? '' : `#${rest}`}`,
  );
  return true;
}

/** The token in what somebody pasted: the token itself, or the link that `serve` prints; null where there is none. */
export function readPastedToken(text: string): string | null {
  const trimmed = text.trim();
  const inLink = /[#&](token=[^&\s]+)/.exec(trimmed)?.[1];
  const token = inLink === undefined ? trimmed : (new URLSearchParams(inLink).get('token') ?? '');
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? token : null;
}

/** Keeps a token for this tab; every request from now on carries it. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** The id of the token that this tab sends, as lists of tokens have it; null where it sends none. */
export function ownTokenId(): string | null {
  const claims = sessionStorage.getItem(KEY)?.split('.')[1];
  if (claims === undefined) return null;
  try {
    const { jti } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { jti?: unknown };
    return typeof jti === 'string' ? jti : null;
  } catch {
    return null;
  }
}

/** The header to send along with every request; empty where no token was given. */
export function authorizationHeader(): Record<string, string> {
  const token = sessionStorage.getItem(KEY);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
