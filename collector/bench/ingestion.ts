import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { GrpcSender, HttpSender, type Sender } from './senders.ts';
import type { Figures } from './figures.ts';
import { jsonBody, makeLoad } from './load.ts';
import { percentiles } from './measure.ts';
import { countSpans } from './queries.ts';
import type { Target } from './target.ts';

const CONNECTIONS = 4;

/** How requests are sent: `way` is part of the figure's name. */
interface Way {
  readonly way: string;
  readonly perRequest: number;
  readonly bodies: (load: readonly Buffer[]) => Buffer[];
  readonly sender: (target: Target) => Sender;
}

const asTheyAre = (load: readonly Buffer[]): Buffer[] => [...load];
const PROTOBUF: Way = {
  way: 'protobuf, 512 a request',
  perRequest: 512,
  bodies: asTheyAre,
  sender: ({ url }) => new HttpSender(url),
};
const OTHER_WAYS: readonly Way[] = [
  { ...PROTOBUF, way: 'protobuf, 64 a request', perRequest: 64 },
  {
    ...PROTOBUF,
    way: 'JSON, 512 a request',
    bodies: (load) => load.map(jsonBody),
    sender: ({ url }) => new HttpSender(url, { 'content-type': 'application/json' }),
  },
  {
    ...PROTOBUF,
    way: 'gzip, 512 a request',
    bodies: (load) => load.map((body) => gzipSync(body, { level: 6 })),
    sender: ({ url }) => new HttpSender(url, { 'content-encoding': 'gzip' }),
  },
  { ...PROTOBUF, way: 'gRPC, 512 a request', sender: ({ grpc }) => new GrpcSender(grpc!) },
];

/** Spans that are in the list when the clock stops, a second; `first` keeps the ids of one load from another's. */
async function flood(
  target: Target,
  way: Way,
  spans: { first: number; count: number },
): Promise<{ perSecond: number; acks: number[] }> {
  const bodies = way.bodies(makeLoad({ ...spans, perRequest: way.perRequest }));
  const before = await countSpans(target.url);
  const acks: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const sender = way.sender(target);
      while (next < bodies.length) {
        const body = bodies[next++]!;
        const sent = performance.now();
        await sender.send(body);
        acks.push(performance.now() - sent);
      }
      sender.close();
    }),
  );
  // A collector that answers before it has stored is not done yet.
  while ((await countSpans(target.url)) < before + spans.count) await delay(20);
  return { perSecond: (spans.count / (performance.now() - start)) * 1000, acks };
}

/** The spans that all that follows is measured with. */
export async function benchIngestion(figures: Figures, target: Target, count: number): Promise<void> {
  const { perSecond, acks } = await flood(target, PROTOBUF, { first: 0, count });
  figures.add(`spans committed, ${PROTOBUF.way}`, perSecond, '/s');
  figures.times('acknowledgement of a full request', percentiles(acks));
  if (!target.process) return;
  figures.add('peak resident memory while ingesting', target.process.peakMemory() / 2 ** 20, 'MB');
  figures.add('on disk a span', target.process.diskBytes() / count, 'B');
}

/** The other ways in, beside what is stored already. */
export async function benchOtherWays(
  figures: Figures,
  target: Target,
  first: number,
  each: number,
): Promise<void> {
  let from = first;
  for (const way of OTHER_WAYS) {
    if (way.way.startsWith('gRPC') && target.grpc === undefined) continue;
    const { perSecond } = await flood(target, way, { first: from, count: each });
    figures.add(`spans committed, ${way.way}`, perSecond, '/s');
    from += each;
  }
}
