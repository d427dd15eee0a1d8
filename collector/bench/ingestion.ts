import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { errorMessage } from '../lib/error-message.ts';
import { collectGarbage } from '../testing/heap.ts';
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
const WAYS: readonly Way[] = [
  PROTOBUF,
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

/** So many are made at once: millions would not go into memory. */
const SPANS_MADE = 100_000;

/** Spans that are in the list when the clock stops, a second; `first` keeps the ids of one load from another's. */
async function flood(
  target: Target,
  way: Way,
  { first, count }: { first: number; count: number },
): Promise<{ perSecond: number; acks: number[] }> {
  const before = await countSpans(target.url);
  const acks: number[] = [];
  let ms = 0;
  for (let made = 0; made < count; made += SPANS_MADE) {
    const part = { first: first + made, count: Math.min(SPANS_MADE, count - made) };
    const bodies = way.bodies(makeLoad({ ...part, perRequest: way.perRequest }));
    // Before the clock starts, as all of the making: it would take a processor from the collector.
    collectGarbage();
    const start = performance.now();
    await sendAll(bodies, () => way.sender(target), acks);
    // A collector that answers before it has stored is not done yet.
    while ((await countSpans(target.url)) < before + made + part.count) await delay(20);
    ms += performance.now() - start;
  }
  return { perSecond: (count / ms) * 1000, acks };
}

async function sendAll(bodies: readonly Buffer[], makeSender: () => Sender, acks: number[]): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const sender = makeSender();
      while (next < bodies.length) {
        const body = bodies[next++]!;
        const sent = performance.now();
        await sender.send(body);
        acks.push(performance.now() - sent);
      }
      sender.close();
    }),
  );
}

/** Sends spans in the way that all others are compared with; answers how many are committed a second. */
export async function ingest(target: Target, first: number, count: number): Promise<number> {
  return (await flood(target, PROTOBUF, { first, count })).perSecond;
}

/** What sends is compiled before the clock starts, as what it sends is made: it takes a processor from the collector. */
async function rehearse(): Promise<void> {
  const nobody = createServer((request, response) => request.resume().once('end', () => response.end()));
  nobody.listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const url = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`;
  const bodies = makeLoad({ count: 20_000, perRequest: PROTOBUF.perRequest });
  for (let round = 0; round < 5; round++) await sendAll(bodies, () => new HttpSender(url), []);
  nobody.close();
}

/** The spans that all that follows is measured with. */
export async function benchIngestion(figures: Figures, target: Target, count: number): Promise<void> {
  await rehearse();
  const { perSecond, acks } = await flood(target, PROTOBUF, { first: 0, count });
  figures.add('spans committed, first flood after a start', perSecond, '/s');
  figures.times('acknowledgement of a full request', percentiles(acks));
  if (target.process)
    figures.add('peak resident memory while ingesting', target.process.peakMemory() / 2 ** 20, 'MB');
}

/** Far from all others, which a collector that runs already has by then. */
const FIRST_OF_WAYS = 20_000_000;
/** Of each way in, whose median is told: what is paid for the compiling of code is in the first of them. */
const FLOODS = 3;

/**
 * Floods of `count` spans in each way, each way with a collector of its own where `start` starts one. A way that is refused is
 * told and left out: a peer may not know it.
 */
export async function benchWays(
  figures: Figures,
  start: () => Promise<Target>,
  count: number,
): Promise<void> {
  let first = FIRST_OF_WAYS;
  for (const way of WAYS) {
    const target = await start();
    const perSecond: number[] = [];
    try {
      if (way.way.startsWith('gRPC') && target.grpc === undefined) continue;
      for (let n = 0; n < FLOODS; n++) {
        const part = { first, count };
        // Also where it fails in the middle: what was stored of it must not come again.
        first += count;
        perSecond.push((await flood(target, way, part)).perSecond);
      }
      figures.add(`spans committed, ${way.way}`, percentiles(perSecond).p50, '/s');
    } catch (error) {
      console.log(`${way.way}: ${errorMessage(error)}`);
    } finally {
      await target.process?.stop();
    }
  }
}
