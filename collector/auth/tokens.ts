import { signToken } from './jwt.ts';
import { readOrMakeKey } from './key.ts';
import { newTokenId, TokenRegistry } from './registry.ts';

export interface NewToken {
  readonly name: string | null;
  /** How long it counts; null: until it is revoked. */
  readonly ttlMs: number | null;
}

/** Makes a token that counts wherever this data directory is used, at once in a running collector too. */
export function createToken(dataDirectory: string, { name, ttlMs }: NewToken, now = Date.now()): string {
  const id = newTokenId();
  const expiresMs = ttlMs === null ? null : now + ttlMs;
  const claims = {
    jti: id,
    iat: now / 1000,
    ...(expiresMs === null ? {} : { exp: expiresMs / 1000 }),
  };
  const token = signToken(claims, readOrMakeKey(dataDirectory));
  new TokenRegistry(dataDirectory).add({
    id,
    name,
    created: new Date(now).toISOString(),
    expires: expiresMs === null ? null : new Date(expiresMs).toISOString(),
  });
  return token;
}
