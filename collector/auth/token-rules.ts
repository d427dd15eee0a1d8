import type { Config } from '../config.ts';
import { Authenticator } from './authenticator.ts';

/** Who needs a token in this run of the collector, and what a token must be. */
export interface RunTokens {
  readonly callers: boolean;
  readonly exporters: boolean;
  /**
   * Reads the key or makes it where anybody needs a token; where nobody does, nothing is made. Throws one clear line. Call
   * it first.
   */
  open(): void;
  /** See Authenticator. */
  check(authorization: string | undefined): void;
  /** See Authenticator; null where callers need none. */
  issue(): string | null;
}

export function tokenRules({ auth, otel, storage }: Config): RunTokens {
  const callers = auth.enabled;
  const exporters = otel.auth.required ?? callers;
  let authenticator: Authenticator | undefined;
  return {
    callers,
    exporters,
    open: () => {
      if (callers || exporters) authenticator = new Authenticator(storage.data_dir);
    },
    check: (authorization) => authenticator?.check(authorization),
    issue: () => (callers ? (authenticator?.issue() ?? null) : null),
  };
}
