import { needDataDirectory } from '../need-data-directory.ts';
import { signToken } from './jwt.ts';
import { readOrMakeKey } from './key.ts';
import { newTokenId, TokenRegistry, type TokenRecord } from './registry.ts';

export interface NewToken {
  readonly name: string | null;
  /** How long it counts; null: until it is revoked. */
  readonly ttlMs: number | null;
}

/** For how long a token counts where nobody says. */
export const STANDARD_TTL_DAYS = 30;

/** Whether a token may have this name: nothing in it is invisible, or two names could look alike. */
export const isTokenName = (text: string): boolean =>
  /^[^\p{Cc}\p{Cf}]{1,100}$/u.test(text) && text.trim() === text;

/**
 * Makes a token that counts wherever this data directory is used, at once in a running collector too. Throws
 * STORAGE_UNAVAILABLE where it is not there.
 */
export function makeToken(
  dataDirectory: string,
  { name, ttlMs }: NewToken,
  now = Date.now(),
): { readonly token: string; readonly record: TokenRecord } {
  needDataDirectory(dataDirectory);
  const id = newTokenId();
  const expiresMs = ttlMs === null ? null : now + ttlMs;
  const claims = {
    jti: id,
    iat: now / 1000,
    ...(expiresMs === null ? {} : { exp: expiresMs / 1000 }),
  };
  const token = signToken(claims, readOrMakeKey(dataDirectory));
  const record = {
    id,
    name,
    created: new Date(now).toISOString(),
    expires: expiresMs === null ? null : new Date(expiresMs).toISOString(),
  };
  new TokenRegistry(dataDirectory).add(record);
  return { token, record };
}

/** The same, for whoever needs the token alone. */
export const createToken = (dataDirectory: string, token: NewToken, now = Date.now()): string =>
  makeToken(dataDirectory, token, now).token;
