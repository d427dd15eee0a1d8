import { parentPort, workerData } from 'node:worker_threads';
import { send } from '../testing/http-client.ts';

/** How long a person waited, in milliseconds. */
export interface LookTimes {
  readonly healthMs: number[];
  readonly listMs: number[];
}

const EVERY_MS = 250;

/** A thread that asks for the health and the list of traces until it is told to stop, and answers how long each took. */
async function look(port: NonNullable<typeof parentPort>, url: string): Promise<void> {
  const times: LookTimes = { healthMs: [], listMs: [] };
  const told = new AbortController();
  port.once('message', () => told.abort());
  const timed = async (path: string, into: number[]): Promise<void> => {
    const began = performance.now();
    await send(`${url}${path}`);
    into.push(performance.now() - began);
  };
  while (!told.signal.aborted) {
    await timed('/api/v1/health', times.healthMs);
    await timed('/api/v1/project/default/otel/traces?limit=50', times.listMs);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  port.postMessage(times);
}

if (parentPort) void look(parentPort, (workerData as { url: string }).url);
