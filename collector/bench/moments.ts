import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '../contract/health.ts';
import { openForReading } from '../store/file/database.ts';
import { openStream } from '../testing/event-stream.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import type { Figures } from './figures.ts';
import { makeLoad } from './load.ts';
import { Connection, percentiles, timeEach } from './measure.ts';
import { benchQueries, PROJECT, QUERIES } from './queries.ts';
import { HttpSender } from './senders.ts';
import type { OwnProcess, OwnTarget, Target } from './target.ts';

const STREAM = `${PROJECT}/sse`;
/** Enough that the p99 is none of the few slow ones that each start has: its first, and the one that starts the packing thread. */
const LONE_SPANS = 1500;
/** Ids of lone spans are far from those of any load. */
const LONE = 0xf0000000;

/** How soon a lone span is acknowledged, and how soon after that whoever listens is told. */
export async function benchLoneSpans(figures: Figures, target: Target): Promise<void> {
  const stream = await openStream(target.url + STREAM);
  const sender = new HttpSender(target.url);
  const acks: number[] = [];
  const events: number[] = [];
  for (let n = 0; n < LONE_SPANS; n++) {
    const ids = { traceId: traceIdOf(LONE + n), spanId: spanIdOf(LONE + n) };
    const body = traceBytes({ spans: [{ ...ids, start: 1_760_000_000_000 }] });
    const before = stream.events().length;
    const told = stream
      .until((all) => all.slice(before).some(({ data }) => data.includes(ids.spanId)))
      .then(() => performance.now());
    const sent = performance.now();
    await sender.send(body);
    const answered = performance.now();
    acks.push(answered - sent);
    events.push(Math.max(0, (await told) - answered));
  }
  stream.close();
  sender.close();
  figures.times('acknowledgement of a lone span', percentiles(acks));
  figures.times('event of a lone span after its acknowledgement', percentiles(events));
}

/** A single one tells more of what else the machine does. */
const STARTS = 5;

/** The middle of several starts, of which `target` is the first; answers the last. */
export async function benchStarts<T extends Target>(
  figures: Figures,
  what: string,
  target: T,
  again: (last: OwnProcess) => Promise<T>,
): Promise<T> {
  let last = target;
  const times: number[] = [];
  while (last.process && times.push(last.process.startMs) < STARTS) last = await again(last.process);
  figures.add(`start to healthy, ${what}`, percentiles(times).p50, 'ms');
  return last;
}

/** Small requests, encoded before the first is sent. */
export interface SteadyLoad {
  readonly perSecond: number;
  readonly bodies: readonly Buffer[];
}

const STEADY_SPANS = 50;

/** Enough for so many seconds; `first`: the place of the first span, where there are others. */
export const makeSteadyLoad = (perSecond: number, seconds: number, first: number): SteadyLoad => ({
  perSecond,
  bodies: makeLoad({ first, count: perSecond * seconds, perRequest: STEADY_SPANS }),
});

interface Sending {
  /** How long each request so far has waited for its answer, in milliseconds. */
  readonly acks: readonly number[];
  /** Answers how many spans were sent. */
  stop(): Promise<number>;
}

/** Sends so many spans a second until `stop` is called. */
export function sendSteadily(target: Target, { perSecond, bodies }: SteadyLoad): Sending {
  const pauseMs = (STEADY_SPANS / perSecond) * 1000;
  const sender = new HttpSender(target.url);
  const end = new AbortController();
  const acks: number[] = [];
  const running = (async () => {
    const start = performance.now();
    for (const [n, body] of bodies.entries()) {
      const early = start + n * pauseMs - performance.now();
      if (early > 0) await delay(early);
      if (end.signal.aborted) return;
      const began = performance.now();
      await sender.send(body);
      acks.push(performance.now() - began);
    }
    // Not the same again: spans that take the place of others cost nearly twice as much.
    console.log('no spans come in any more: what is measured with them takes too long');
  })();
  return {
    acks,
    stop: async () => {
      end.abort();
      await running;
      sender.close();
      return acks.length * STEADY_SPANS;
    },
  };
}

const STREAMED_MS = 5000;

/** Whether a listener is told of every span while many come. */
export async function benchStream(figures: Figures, target: Target, first: number): Promise<void> {
  const stream = await openStream(target.url + STREAM);
  const load = sendSteadily(target, makeSteadyLoad(5000, STREAMED_MS / 1000 + 1, first));
  await delay(STREAMED_MS);
  const sent = await load.stop();
  const heard = (): number => stream.events().filter(({ event }) => event === 'span').length;
  const patience = performance.now() + 5000;
  while (heard() < sent && performance.now() < patience) await delay(20);
  figures.add('spans sent while listening', sent, '');
  figures.add('events missed at 5,000 spans/s', sent - heard(), '');
  stream.close();
}

/** Longer than all queries take together. */
const UNDER_LOAD_SECONDS = 40;
/** What counts here is the slow ones, and two of forty tell little of them. */
const RUNS_UNDER_LOAD = 120;

/** All queries while 2,000 spans a second come in. */
export async function benchUnderLoad(figures: Figures, target: Target, first: number): Promise<void> {
  const load = sendSteadily(target, makeSteadyLoad(2000, UNDER_LOAD_SECONDS, first));
  const named = Object.entries(QUERIES).map(([name, path]) => [`${name}, while spans come in`, path]);
  await benchQueries(figures, target, Object.fromEntries(named) as Record<string, string>, RUNS_UNDER_LOAD);
  await load.stop();
}

/** How long search lags behind after a flood, and what it costs. */
export async function benchIndexing(
  figures: Figures,
  target: Target,
  own: OwnProcess,
  count: number,
): Promise<void> {
  const connection = new Connection(target.url);
  const behind = async (): Promise<number> =>
    (await connection.json<Health>('/api/v1/health')).search.behind_spans;
  const waiting = await behind();
  const start = performance.now();
  figures.add('spans that search is behind after the last request', waiting, '');
  while ((await behind()) > 0) await delay(20);
  const seconds = (performance.now() - start) / 1000;
  figures.add('search has caught up after', seconds, 's');
  figures.add('spans indexed', waiting / seconds, '/s');
  figures.add('peak resident memory with indexing', own.peakMemory() / 2 ** 20, 'MB');
  const bytes = await own.diskBytes();
  figures.add('on disk a span', (bytes - bytesOfSearch(own.dataDirectory)) / count, 'B');
  figures.add('on disk a span, search included', bytes / count, 'B');
  connection.close();
}

/** Of the pages of its tables and indexes. */
function bytesOfSearch(dataDirectory: string): number {
  const database = openForReading(dataDirectory);
  const bytes = database
    .prepare<[], number>("SELECT SUM(pgsize) FROM dbstat WHERE name GLOB '*search*'")
    .pluck();
  try {
    return bytes.get() ?? 0;
  } finally {
    database.close();
  }
}

/**
 * After a start its threads give back what they needed for it (runtime/settle-down.ts), and some eight seconds later V8 looks
 * twice whether there is more.
 */
const SETTLING_MS = 12_000;
const IDLE_MS = 5000;

/** What it costs while nothing happens; `when` is added to the names. */
export async function benchIdle(figures: Figures, own: OwnProcess, when = ''): Promise<void> {
  await delay(SETTLING_MS);
  const before = own.processorMs();
  await delay(IDLE_MS);
  figures.add(`idle resident memory${when}`, own.residentMemory() / 2 ** 20, 'MB');
  figures.add(`idle processor time${when}`, ((own.processorMs() - before) / IDLE_MS) * 100, '%');
}

/** How soon everything that is stored can be read after a start. */
export async function benchRestart(
  figures: Figures,
  own: OwnProcess,
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnTarget> {
  const again = await benchStarts(figures, 'with all spans', await own.restart(environment), (last) =>
    last.restart(),
  );
  const connection = new Connection(again.url);
  const first = await timeEach(1, () => connection.request(`${PROJECT}/traces`));
  figures.add('first list after the start', first.p50, 'ms');
  connection.close();
  return again;
}
