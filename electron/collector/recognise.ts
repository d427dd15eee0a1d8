import { call } from '../../collector/lib/local-call.ts';

/** Another collector, as its health answer tells it. */
export interface FoundCollector {
  /** Where it answers. */
  readonly url: string;
  readonly version: string;
  readonly dataDirectory: string;
}

const PATIENCE_MS = 2000;

/** The Tracedeck collector at an address; null for any other program, and for none. */
export async function recogniseAt(url: string): Promise<FoundCollector | null> {
  try {
    const answer = await call(`${url}/api/v1/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const told = recognise(await answer.json());
    return answer.ok && told ? { url, ...told } : null;
  } catch {
    return null;
  }
}

/** Of the health only what every version has said since the first: the other may be older or newer. */
export function recognise(health: unknown): Omit<FoundCollector, 'url'> | null {
  const { status, version, otel, storage } = (health ?? {}) as Record<string, unknown>;
  const path = (storage as { path?: unknown } | undefined)?.path;
  const isOurs = (status === 'ok' || status === 'degraded') && typeof otel === 'object' && otel !== null;
  return isOurs && typeof version === 'string' && typeof path === 'string'
    ? { version, dataDirectory: path }
    : null;
}
