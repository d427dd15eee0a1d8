import { newTokenId, TokenRegistry } from '../auth/registry.ts';
import { createToken } from '../auth/tokens.ts';

const HOUR_MS = 3_600_000;

/** A token that is good for an hour and replaced in time: a command may take longer, but a killed one must leave none for long. */
export class RenewedToken {
  readonly #dataDirectory: string;
  readonly #name: string;
  readonly #now: () => number;
  #last: { readonly name: string; readonly token: string; readonly madeAt: number } | null = null;
  #before: string | null = null;

  constructor(dataDirectory: string, name: string, now: () => number = () => performance.now()) {
    this.#dataDirectory = dataDirectory;
    this.#name = name;
    this.#now = now;
  }

  current(): string {
    if (this.#last !== null && this.#now() - this.#last.madeAt < HOUR_MS / 2) return this.#last.token;
    // Only the one before the last is revoked: the last may be on its way with a request.
    this.#revoke(this.#before);
    this.#before = this.#last?.name ?? null;
    const name = `${this.#name} ${newTokenId()}`;
    const token = createToken(this.#dataDirectory, { name, ttlMs: HOUR_MS });
    this.#last = { name, token, madeAt: this.#now() };
    return token;
  }

  revoke(): void {
    for (const name of [this.#before, this.#last?.name ?? null]) this.#revoke(name);
  }

  #revoke(name: string | null): void {
    if (name !== null) new TokenRegistry(this.#dataDirectory).revoke(name);
  }
}
