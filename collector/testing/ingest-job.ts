import { estimateItems } from '../decode/count.ts';
import type { IngestJob } from '../ingest/jobs.ts';

let jobs = 0;

/** A request's job as the queue hands it over; what is no buffer goes as JSON. */
export function jobOf(body: Buffer | object, more: Partial<Omit<IngestJob, 'body'>> = {}): IngestJob {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const { signal, encoding } = {
    signal: 'traces' as const,
    encoding: bytes === body ? ('protobuf' as const) : ('json' as const),
    ...more,
  };
  return {
    id: ++jobs,
    projectId: 'default',
    items: estimateItems(signal, bytes, encoding),
    // In memory of its own.
    body: new Uint8Array(bytes),
    comesBack: false,
    ...more,
    signal,
    encoding,
  };
}
