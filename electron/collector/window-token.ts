import { createToken } from '../../collector/auth/tokens.ts';
import { newTokenId, TokenRegistry } from '../../collector/auth/registry.ts';
import { findInstance } from '../../collector/instance.ts';
import type { FoundCollector } from './recognise.ts';

const DAY_MS = 86_400_000;

/** A token for a collector that somebody else started, and what ends it. */
export interface WindowToken {
  readonly token: string;
  revoke(): void;
}

/**
 * A token for the window where the collector asks for one and its data directory says that it is the one that runs on
 * it: any program could answer on the port and name a directory, and must not be handed a token of it. Null where none
 * is needed or none can be made; the page then asks for one itself.
 */
export async function tokenFor({ url, dataDirectory }: FoundCollector): Promise<WindowToken | null> {
  const answer = await fetch(`${url}/api/v1/projects`, { redirect: 'error' });
  await answer.body?.cancel();
  if (answer.status !== 401 || (await findInstance(dataDirectory)) !== url) return null;
  const name = `window ${newTokenId()}`;
  const token = createToken(dataDirectory, { name, ttlMs: 30 * DAY_MS });
  return { token, revoke: () => void new TokenRegistry(dataDirectory).revoke(name) };
}
