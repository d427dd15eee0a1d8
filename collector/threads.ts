import { EarlyThread } from './runtime/early-thread.ts';
import type { FirstToIngest } from './ingest/jobs.ts';
import { startIngestThread } from './ingest/thread.ts';
import type { FirstToReader } from './query/exchange.ts';
import { startReaderThread } from './query/thread.ts';

/** The threads that a start of the collector waits for. */
export interface EarlyThreads {
  readonly ingest: EarlyThread;
  readonly reader: EarlyThread;
}

/** Starts them before anything else of the collector is loaded: each takes as long as the main thread does. */
export const startThreadsEarly = (): EarlyThreads => ({
  ingest: new EarlyThread(startIngestThread, { type: 'stop' } satisfies FirstToIngest),
  reader: new EarlyThread(startReaderThread, 'stop' satisfies FirstToReader),
});

/** Resolves when those of them have ended that no collector has taken. */
export const endUntaken = async ({ ingest, reader }: EarlyThreads): Promise<void> =>
  void (await Promise.all([ingest.end(), reader.end()]));
