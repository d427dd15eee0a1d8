import { newTokenId, TokenRegistry, type TokenRecord } from '../../collector/auth/registry.ts';
import { makeToken } from '../../collector/auth/tokens.ts';
import { findInstance } from '../../collector/instance.ts';
import { call } from '../../collector/lib/local-call.ts';
import type { Log } from '../../collector/lib/log.ts';
import type { FoundCollector } from './recognise.ts';

const DAY_MS = 86_400_000;
/** Before it ends: an answer that is under way then still counts. */
const RENEWED_BEFORE_MS = 60_000;

/** The window's token for a collector that somebody else started. It stands in the list of tokens as any other does. */
export class WindowToken {
  readonly #dataDirectory: string;
  readonly #registry: TokenRegistry;
  #made: { readonly token: string; readonly record: TokenRecord };

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
    this.#registry = new TokenRegistry(dataDirectory);
    this.#made = this.#make();
  }

  /** One that counts: another in the place of one that was revoked or is about to end. Throws where none can be made. */
  get current(): { readonly token: string; readonly id: string } {
    if (!this.#counts()) {
      this.revoke();
      this.#made = this.#make();
    }
    const { token, record } = this.#made;
    return { token, id: record.id };
  }

  /** Whether a collector on this directory has to take the token. */
  isGood(token: string): boolean {
    return token === this.#made.token && this.#counts();
  }

  revoke(): void {
    this.#registry.remove(this.#made.record.id);
  }

  #counts(): boolean {
    const { id, expires } = this.#made.record;
    const isLasting = expires === null || Date.parse(expires) - Date.now() > RENEWED_BEFORE_MS;
    return isLasting && this.#registry.has(id);
  }

  #make(): { readonly token: string; readonly record: TokenRecord } {
    return makeToken(this.#dataDirectory, { name: `window ${newTokenId()}`, ttlMs: 30 * DAY_MS });
  }
}

/** A program that answers nothing here must not keep the window from opening. */
const PATIENCE_MS = 2000;

/**
 * A token for the window where the collector asks for one and its data directory says that it is the one that runs on
 * it: any program could answer on the port and name a directory, and must not be handed a token of it. Null where none
 * is needed or none can be made, which is warned of; the page then asks for one itself.
 */
export async function tokenFor(
  { url, dataDirectory }: FoundCollector,
  log: Pick<Log, 'warn'>,
): Promise<WindowToken | null> {
  try {
    const answer = await call(`${url}/api/v1/projects`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.body?.cancel();
    if (answer.status !== 401 || (await findInstance(dataDirectory)) !== url) return null;
    return new WindowToken(dataDirectory);
  } catch (error) {
    log.warn(`the window has no token for the collector at ${url}: ${String(error)}`);
    return null;
  }
}
