import type { Config } from '../config/config.ts';
import { Authenticator } from './authenticator.ts';

/** Who needs a token in this run of the collector, and what a token must be. */
export interface RunTokenRules {
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

export function createTokenRules({ auth, otel, storage }: Config): RunTokenRules {
  const callers = auth.enabled;
  const exporters = otel.auth.required ?? callers;
  const isNeeded = callers || exporters;
  let authenticator: Authenticator | undefined;
  const opened = (): Authenticator => {
    if (authenticator === undefined) throw new Error('open() comes first');
    return authenticator;
  };
  return {
    callers,
    exporters,
    open: () => {
      if (isNeeded) authenticator = new Authenticator(storage.data_dir);
    },
    check: (authorization) => {
      if (isNeeded) opened().check(authorization);
    },
    issue: () => (callers ? opened().issue() : null),
  };
}
