import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import type { Health } from '../contract/health.ts';
import { exportSpans, officialExporter, recordSpans } from '../testing/official-exporters.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import type { BenchServer } from '../bench/server.ts';

const CONNECTIONS = 32;
/** So many that the requests of all connections are more than the buffer takes. */
const SPANS_A_REQUEST = 5000;
const PROBE_MS = 250;

export interface OverloadFigures {
  readonly spansAcknowledged: number;
  readonly spansStored: number;
  readonly requestsRefused: number;
  /** Refused with something else than 503 and Retry-After. */
  readonly requestsRefusedOddly: number;
  readonly peakMemoryBytes: number;
  readonly healthMs: readonly number[];
  readonly listMs: readonly number[];
  /** Spans given to official exporters, and how many of them these hold for delivered. */
  readonly official: { readonly given: number; readonly delivered: number };
}

/** One request; its ids are written over for each time that it is sent. */
class Template {
  readonly #bytes: Buffer;
  readonly #traceIds: number[];
  readonly #spanIds: number[];

  constructor() {
    const spans = Array.from({ length: SPANS_A_REQUEST }, (_, i) => ({
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      name: `step ${i % 20}`,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': i,
        text: `${'the agent reads a document and answers '.repeat(12)}${i}`,
      },
    }));
    this.#bytes = traceBytes({ spans });
    this.#traceIds = placesOf(this.#bytes, Buffer.alloc(16, 0xaa));
    this.#spanIds = placesOf(this.#bytes, Buffer.alloc(8, 0xbb));
  }

  /** Request number `n`, with ids of its own. */
  bytes(n: number): Buffer {
    const bytes = Buffer.from(this.#bytes);
    for (const [i, at] of this.#traceIds.entries())
      bytes.write(traceIdOf(1 + n * 250 + Math.floor(i / 20)), at, 'hex');
    for (const [i, at] of this.#spanIds.entries())
      bytes.write(spanIdOf(1 + n * SPANS_A_REQUEST + i), at, 'hex');
    return bytes;
  }
}

function placesOf(bytes: Buffer, wanted: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends flat out from many connections, each of which sends again what was refused, as exporters do. Meanwhile a person
 * looks at the health and the list, and official exporters deliver.
 */
export async function overload(server: BenchServer, seconds: number): Promise<OverloadFigures> {
  const template = new Template();
  const until = performance.now() + seconds * 1000;
  const counts = { next: 0, acknowledged: 0, refused: 0, odd: 0 };
  const isOver = (): boolean => performance.now() > until;
  const flood = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver()) await deliver(server, template.bytes(counts.next++), counts);
  });
  const healthMs: number[] = [];
  const listMs: number[] = [];
  const look = async (path: string, times: number[]): Promise<void> => {
    while (!isOver()) {
      const began = performance.now();
      await send(`${server.url}${path}`);
      times.push(performance.now() - began);
      await wait(PROBE_MS);
    }
  };
  const official = deliverOfficially(server, isOver);
  await Promise.all([
    ...flood,
    look('/api/v1/health', healthMs),
    look('/api/v1/project/default/otel/traces?limit=50', listMs),
  ]);
  const { given, delivered } = await official;
  const health = jsonOf(await send(`${server.url}/api/v1/health`)) as Health;
  return {
    spansAcknowledged: counts.acknowledged * SPANS_A_REQUEST,
    // Official exporters send the same two spans again and again.
    spansStored: health.storage.spans - (delivered > 0 ? 2 : 0),
    requestsRefused: counts.refused,
    requestsRefusedOddly: counts.odd,
    peakMemoryBytes: server.peakMemory(),
    healthMs,
    listMs,
    official: { given, delivered },
  };
}

async function deliver(
  { url }: BenchServer,
  body: Buffer,
  counts: { acknowledged: number; refused: number; odd: number },
): Promise<void> {
  for (;;) {
    const { status, headers } = await send(`${url}/v1/traces`, { headers: PROTOBUF, body });
    if (status === 200) {
      counts.acknowledged++;
      return;
    }
    counts.refused++;
    const retryAfter = Number(headers['retry-after']);
    if (status !== 503 || !(retryAfter > 0)) counts.odd++;
    await wait((retryAfter || 1) * 1000);
  }
}

async function deliverOfficially(
  { url, grpc }: BenchServer,
  isOver: () => boolean,
): Promise<{ given: number; delivered: number }> {
  const { root, child } = await recordSpans();
  const exporters = [
    officialExporter('protobuf over HTTP', { url: `${url}/v1/traces`, compression: 'gzip' }),
    officialExporter('JSON over HTTP', { url: `${url}/v1/traces`, compression: 'none' }),
    officialExporter('gRPC', { url: `http://${grpc}`, compression: 'none' }),
  ];
  let [given, delivered] = [0, 0];
  await Promise.all(
    exporters.map(async (exporter) => {
      while (!isOver()) {
        given += 2;
        await exportSpans(exporter, [root, child]).then(
          () => (delivered += 2),
          () => {},
        );
      }
      await exporter.shutdown();
    }),
  );
  return { given, delivered };
}
