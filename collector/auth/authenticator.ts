import { ApiError } from '../errors.ts';
import { signToken, verifyToken, type Claims } from './jwt.ts';
import { readOrMakeKey } from './key.ts';
import { newTokenId, TokenRegistry } from './registry.ts';

/** How long the registry's word is taken for a token: a revocation counts within a second. */
const TRUSTED_MS = 400;
const MAX_TRUSTED = 1000;

const HOW_TO_GET_ONE =
  'make one with "tracedeck token create" and send it as "Authorization: Bearer …", or open the sign-in link of this collector';

/** Checks the tokens of callers, for one run of the collector. */
export class Authenticator {
  readonly #key: Buffer;
  readonly #registry: TokenRegistry;
  /** Tokens of this run, which are in no file and end with it. */
  readonly #ownIds = new Set<string>();
  /** When a token was last seen in the registry. */
  readonly #seenAt = new Map<string, number>();

  /** Reads the key of the data directory, or makes it. Throws one clear line where that is not possible. */
  constructor(dataDirectory: string) {
    this.#key = readOrMakeKey(dataDirectory);
    this.#registry = new TokenRegistry(dataDirectory);
  }

  /** A token that counts until the collector stops: for its own window, and for the sign-in link. */
  issue(): string {
    const id = newTokenId();
    this.#ownIds.add(id);
    return signToken({ jti: id, iat: Date.now() / 1000 }, this.#key);
  }

  /**
   * Returns for the `Authorization` of a caller that may come in; throws AUTH_REQUIRED, TOKEN_EXPIRED or TOKEN_INVALID
   * otherwise. Checked in the order signature, expiry (no tolerance), registry.
   */
  check(authorization: string | undefined): void {
    if (authorization === undefined || authorization === '')
      throw new ApiError('AUTH_REQUIRED', `a token is needed here: ${HOW_TO_GET_ONE}`);
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    const claims = token === undefined ? null : verifyToken(token, this.#key);
    if (claims === null)
      throw new ApiError('TOKEN_INVALID', `this is no token of this collector: ${HOW_TO_GET_ONE}`);
    if (isExpired(claims)) throw new ApiError('TOKEN_EXPIRED', `the token has expired: ${HOW_TO_GET_ONE}`);
    if (!this.#isKnown(claims.jti))
      throw new ApiError('TOKEN_INVALID', `the token was revoked: ${HOW_TO_GET_ONE}`);
  }

  #isKnown(id: string): boolean {
    if (this.#ownIds.has(id)) return true;
    const now = performance.now();
    const seenAt = this.#seenAt.get(id);
    if (seenAt !== undefined && now - seenAt < TRUSTED_MS) return true;
    if (!this.#registry.has(id)) return false;
    if (this.#seenAt.size >= MAX_TRUSTED) this.#seenAt.clear();
    this.#seenAt.set(id, now);
    return true;
  }
}

const isExpired = ({ exp }: Claims): boolean => exp !== undefined && Date.now() / 1000 >= exp;
