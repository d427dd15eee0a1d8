import { once } from 'node:events';
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ProjectList } from '../contract/projects.ts';
import type { ExporterName } from '../testing/official-exporters.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import type { ApplicationData } from './application.ts';
import type { LookTimes } from './look.ts';

export interface OverloadOptions {
  readonly url: string;
  /** `host:port` */
  readonly grpc: string;
  readonly connections: number;
  /** So many that the requests of all connections are more than the buffer takes. A multiple of 20. */
  readonly spansARequest: number;
  /** This thread, the flood, leaves the processor to the collector and the others on this machine (Linux; it stays so). */
  readonly isFloodPolite: boolean;
  /** Whether to go on at this moment, in milliseconds since the beginning. */
  readonly goesOn: (elapsedMs: number, figures: { readonly requestsRefused: number }) => boolean;
}

export interface OverloadFigures extends LookTimes {
  readonly spansAcknowledged: number;
  readonly spansStored: number;
  readonly requestsRefused: number;
  /** Refused with something else than 503 and Retry-After. */
  readonly requestsRefusedOddly: number;
  /** Spans that applications with OpenTelemetry's own SDK and exporters have ended, and how many of them are stored. */
  readonly official: Readonly<Record<string, { readonly ended: number; readonly stored: number }>>;
}

/** One request; its ids are written over for each time that it is sent. */
class Template {
  readonly #bytes: Buffer;
  readonly #traceIds: number[];
  readonly #spanIds: number[];

  constructor(spansARequest: number) {
    const spans = Array.from({ length: spansARequest }, (_, i) => ({
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
      bytes.write(traceIdOf(1 + n * (this.#traceIds.length / 20) + Math.floor(i / 20)), at, 'hex');
    for (const [i, at] of this.#spanIds.entries())
      bytes.write(spanIdOf(1 + n * this.#spanIds.length + i), at, 'hex');
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

const APPLICATIONS: readonly Pick<ApplicationData, 'exporter' | 'compression'>[] = [
  { exporter: 'protobuf over HTTP', compression: 'gzip' },
  { exporter: 'JSON over HTTP', compression: 'none' },
  { exporter: 'gRPC', compression: 'none' },
];
const projectOf = (exporter: ExporterName): string => exporter.toLowerCase().replaceAll(' ', '-');

/**
 * Sends flat out from many connections, each of which sends again what was refused, as exporters do. Meanwhile a person
 * looks at the health and the list, and applications export.
 */
export async function overload(options: OverloadOptions): Promise<OverloadFigures> {
  const { url, grpc, connections, spansARequest, goesOn, isFloodPolite } = options;
  const look = new Companion<LookTimes>('look.ts', { url });
  const applications = APPLICATIONS.map((application) => {
    const { exporter } = application;
    const to = exporter === 'gRPC' ? `http://${grpc}` : `${url}/v1/traces`;
    const data: ApplicationData = { ...application, url: to, projectId: projectOf(exporter) };
    return { exporter, thread: new Companion<number>('application.ts', data) };
  });
  if (isFloodPolite && process.platform === 'linux') os.setPriority(os.getPriority() + 3);
  const template = new Template(spansARequest);
  const began = performance.now();
  const counts = { next: 0, acknowledged: 0, requestsRefused: 0, odd: 0 };
  const flood = Array.from({ length: connections }, async () => {
    while (goesOn(performance.now() - began, counts))
      await deliver(url, template.bytes(counts.next++), counts);
  });
  await Promise.all(flood);
  const times = await look.end();
  const ended = await Promise.all(
    applications.map(async ({ exporter, thread }) => [exporter, await thread.end()] as const),
  );
  const { data: projects } = jsonOf(await send(`${url}/api/v1/projects`)) as ProjectList;
  const storedIn = (project: string): number =>
    projects.find(({ project_id }) => project_id === project)?.span_count ?? 0;
  return {
    spansAcknowledged: counts.acknowledged * spansARequest,
    spansStored: storedIn('default'),
    requestsRefused: counts.requestsRefused,
    requestsRefusedOddly: counts.odd,
    ...times,
    official: Object.fromEntries(
      ended.map(([exporter, spans]) => [exporter, { ended: spans, stored: storedIn(projectOf(exporter)) }]),
    ),
  };
}

/** A thread that does something until it is told to end, and answers then. */
class Companion<T> {
  readonly #worker: Worker;

  constructor(file: string, workerData: object) {
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData });
  }

  async end(): Promise<T> {
    this.#worker.postMessage('stop');
    const [answer] = (await once(this.#worker, 'message')) as [T];
    return answer;
  }
}

async function deliver(
  url: string,
  body: Buffer,
  counts: { acknowledged: number; requestsRefused: number; odd: number },
): Promise<void> {
  for (;;) {
    const answer = await send(`${url}/v1/traces`, { headers: PROTOBUF, body }).catch(() => null);
    if (answer?.status === 200) {
      counts.acknowledged++;
      return;
    }
    counts.requestsRefused++;
    const retryAfter = Number(answer?.headers['retry-after']);
    if (answer?.status !== 503 || !(retryAfter > 0)) counts.odd++;
    await wait((retryAfter || 1) * 1000);
  }
}
