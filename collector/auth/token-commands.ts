import type { NewToken, Token, TokenList, TokenRequest } from '../contract/tokens.ts';
import { ApiError, notWritten } from '../errors.ts';
import { TokenRegistry, type TokenRecord } from './registry.ts';
import { isTokenName, makeToken, STANDARD_TTL_DAYS } from './tokens.ts';

/** Each is a file, and looked at whenever they are listed. */
const MAX_TOKENS = 1000;
const STANDARD_TTL_MS = STANDARD_TTL_DAYS * 86_400_000;

/** What callers may do with the tokens of a data directory. */
export class TokenCommands {
  readonly #dataDirectory: string;
  readonly #registry: TokenRegistry;

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
    this.#registry = new TokenRegistry(dataDirectory);
  }

  list(): TokenList {
    return { data: this.#registry.list().map(told) };
  }

  /**
   * Throws a VALIDATION_ERROR for a name that can't be, and where there are too many; STORAGE_UNAVAILABLE where the data
   * directory is gone, or its disk full.
   */
  create({ name = null, ttl_secs }: TokenRequest): NewToken {
    if (name !== null && !isTokenName(name))
      throw new ApiError(
        'VALIDATION_ERROR',
        'body.name must have 1 to 100 characters, none of which can not be seen, and no space around them',
      );
    if (this.#registry.count >= MAX_TOKENS)
      throw new ApiError('VALIDATION_ERROR', `there are ${MAX_TOKENS} tokens: revoke those that nobody uses`);
    const ttlMs = ttl_secs === undefined ? STANDARD_TTL_MS : ttl_secs === null ? null : ttl_secs * 1000;
    const { token, record } = written('the token could not be made', () =>
      makeToken(this.#dataDirectory, { name, ttlMs }),
    );
    return { ...told(record), token };
  }

  /** Whether there was one of this id. */
  revoke(id: string): boolean {
    return written('the token could not be revoked', () => this.#registry.remove(id));
  }
}

function written<T>(failure: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw error instanceof ApiError ? error : notWritten(failure, error);
  }
}

const told = ({ id, name, created, expires }: TokenRecord): Token => ({
  id,
  name,
  created,
  expires,
  is_expired: expires !== null && Date.parse(expires) <= Date.now(),
});
