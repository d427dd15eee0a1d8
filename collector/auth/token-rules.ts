import type { Config } from '../config.ts';
import { Authenticator } from './authenticator.ts';

/** Who needs a token in this run of the collector, and what a token must be. */
export interface RunTokens {
  readonly callers: boolean;
  readonly exporters: boolean;
  /** See Authenticator. */
  check(authorization: string | undefined): void;
  /** See Authenticator; null where callers need none. */
  issue(): string | null;
}

/** Reads or makes the key where anybody needs a token; where nobody does, nothing is made. */
export function tokenRules({ auth, otel, storage }: Config): RunTokens {
  const callers = auth.enabled;
  const exporters = otel.auth.required ?? callers;
  if (!callers && !exporters) return { callers, exporters, check: () => {}, issue: () => null };
  const authenticator = new Authenticator(storage.data_dir);
  return {
    callers,
    exporters,
    check: (authorization) => authenticator.check(authorization),
    issue: () => (callers ? authenticator.issue() : null),
  };
}
