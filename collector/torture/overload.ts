import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import type { ProjectList } from '../contract/projects.ts';
import { exportSpans, officialExporter, recordSpans } from '../testing/official-exporters.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import type { OwnTarget } from '../bench/target.ts';
import type { LookTimes } from './look.ts';

const CONNECTIONS = 32;
/** So many that the requests of all connections are more than the buffer takes. */
const SPANS_A_REQUEST = 4000;

export interface OverloadFigures extends LookTimes {
  readonly spansAcknowledged: number;
  readonly spansStored: number;
  readonly requestsRefused: number;
  /** Refused with something else than 503 and Retry-After. */
  readonly requestsRefusedOddly: number;
  readonly peakMemoryBytes: number;
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
      bytes.write(traceIdOf(1 + n * (SPANS_A_REQUEST / 20) + Math.floor(i / 20)), at, 'hex');
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
export async function overload(server: OwnTarget, seconds: number): Promise<OverloadFigures> {
  const template = new Template();
  const until = performance.now() + seconds * 1000;
  const counts = { next: 0, acknowledged: 0, refused: 0, odd: 0 };
  const isOver = (): boolean => performance.now() > until;
  const flood = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver()) await deliver(server, template.bytes(counts.next++), counts);
  });
  const looks = lookOn(server, isOver);
  const official = deliverOfficially(server, isOver);
  await Promise.all(flood);
  const { data } = jsonOf(await send(`${server.url}/api/v1/projects`)) as ProjectList;
  return {
    spansAcknowledged: counts.acknowledged * SPANS_A_REQUEST,
    spansStored: data.find(({ project_id }) => project_id === 'default')?.span_count ?? 0,
    requestsRefused: counts.refused,
    requestsRefusedOddly: counts.odd,
    peakMemoryBytes: server.process.peakMemory(),
    ...(await looks),
    official: await official,
  };
}

/** A person's requests, timed on a thread that the flood does not keep busy. */
async function lookOn({ url }: OwnTarget, isOver: () => boolean): Promise<LookTimes> {
  const worker = new Worker(new URL('look.ts', import.meta.url), { workerData: { url } });
  while (!isOver()) await wait(100);
  worker.postMessage('stop');
  const [times] = (await once(worker, 'message')) as [LookTimes];
  return times;
}

async function deliver(
  { url }: OwnTarget,
  body: Buffer,
  counts: { acknowledged: number; refused: number; odd: number },
): Promise<void> {
  for (;;) {
    const answer = await send(`${url}/v1/traces`, { headers: PROTOBUF, body }).catch(() => null);
    if (answer?.status === 200) {
      counts.acknowledged++;
      return;
    }
    counts.refused++;
    const retryAfter = Number(answer?.headers['retry-after']);
    if (answer?.status !== 503 || !(retryAfter > 0)) counts.odd++;
    await wait((retryAfter || 1) * 1000);
  }
}

async function deliverOfficially(
  { url, grpc }: OwnTarget,
  isOver: () => boolean,
): Promise<{ given: number; delivered: number }> {
  const { root, child } = await recordSpans();
  const projectId = 'official';
  const exporters = [
    officialExporter('protobuf over HTTP', { url: `${url}/v1/traces`, compression: 'gzip', projectId }),
    officialExporter('JSON over HTTP', { url: `${url}/v1/traces`, compression: 'none', projectId }),
    officialExporter('gRPC', { url: `http://${grpc}`, compression: 'none', projectId }),
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
