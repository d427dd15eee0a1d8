import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reachable } from './contract/reachable.ts';
import { call } from './lib/local-call.ts';

/** In the data directory of a running collector. */
const FILE = 'running.json';
/** A collector on a busy machine may take seconds; where none is, the system says so at once. */
const PATIENCE_MS = 8000;
const RETRY_MS = 5000;

/** A collector, as it has left word of itself. */
export interface Instance {
  readonly url: string;
  /** False for that of a command, which ends with it. */
  readonly lasts: boolean;
}

/**
 * Writes down where the collector of this data directory listens, so that other programs of the same user find it.
 * Returns what takes it away again, unless another collector has left its own there: in a directory that was made anew
 * meanwhile. After a kill it stays: whoever reads it asks whether it is still true. Where it can't be
 * written, on a full disk for instance, `onFailure` hears so once and it is tried again until it can.
 */
export function announceInstance(
  dataDirectory: string,
  { url, lasts }: Instance,
  onFailure: (why: string) => void,
): () => void {
  const file = path.join(dataDirectory, FILE);
  const word = `${JSON.stringify({ http: url, pid: process.pid, lasts })}\n`;
  const announce = (): string | null => {
    try {
      writeFileSync(`${file}.new`, word, { mode: 0o600 });
      renameSync(`${file}.new`, file);
      return null;
    } catch (error) {
      remove(`${file}.new`);
      return String(error);
    }
  };
  let why = announce();
  const timer = setInterval(() => {
    why = announce();
    if (why === null) clearInterval(timer);
  }, RETRY_MS).unref();
  if (why === null) clearInterval(timer);
  else onFailure(`other commands of Tracedeck do not find this collector yet: ${why}`);
  return () => {
    clearInterval(timer);
    if (why === null && readWord(file) === word) remove(file);
  };
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A folder that is read-only by now, for instance: as after a kill, whoever reads it asks whether it is still true.
  }
}

/** The address of the collector that runs on this data directory; null where none answers. */
export const findInstance = async (dataDirectory: string): Promise<string | null> =>
  (await lookForInstance(dataDirectory))?.url ?? null;

/** The same, with how long it will be there. */
export async function lookForInstance(dataDirectory: string): Promise<Instance | null> {
  const instance = readInstance(path.join(dataDirectory, FILE));
  if (instance === null) return null;
  try {
    const response = await call(`${instance.url}/api/v1/health`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const health = (await response.json()) as { storage?: { path?: unknown } } | null;
    return isSameFolder(health?.storage?.path, dataDirectory) ? instance : null;
  } catch {
    // Nobody listens there any more, or somebody else does.
    return null;
  }
}

/** Whether a collector that says its data lies in `told` means this directory, which may be named by a link. */
export function isSameFolder(told: unknown, directory: string): boolean {
  if (told === directory) return true;
  if (typeof told !== 'string' || !path.isAbsolute(told)) return false;
  try {
    return realpathSync.native(told) === realpathSync.native(directory);
  } catch {
    // One of them is not there.
    return false;
  }
}

/** The ports that a running collector listens on. */
export async function portsOfInstance(url: string): Promise<Set<number>> {
  const response = await call(`${url}/api/v1/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { receivers = {} } = (await response.json()) as {
    receivers?: Record<string, { address: string | null }>;
  };
  const ports = Object.values(receivers).map(({ address }) => Number(/:(\d+)\/?$/.exec(address ?? '')?.[1]));
  return new Set(ports.filter((port) => port > 0));
}

/** Null where there is none, or it can't be read: it is left where it is then. */
function readWord(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function readInstance(file: string): Instance | null {
  try {
    const { http, lasts } = JSON.parse(readFileSync(file, 'utf8')) as { http?: unknown; lasts?: unknown };
    if (typeof http !== 'string' || !URL.canParse(http)) return null;
    return { url: reachable(http), lasts: lasts !== false };
  } catch {
    return null;
  }
}
