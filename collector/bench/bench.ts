import { cpus } from 'node:os';
import { benchConversations } from './conversations.ts';
import { extractionMicros } from './extraction.ts';
import { compare, Figures } from './figures.ts';
import { benchIngestion, benchWays } from './ingestion.ts';
import { benchMachine } from './machine.ts';
import {
  benchIdle,
  benchIndexing,
  benchLoneSpans,
  benchRestart,
  benchStarts,
  benchStream,
  benchUnderLoad,
} from './moments.ts';
import { benchRetention } from './retention.ts';
import { benchManyLists, benchQueries, QUERIES, SEARCHES } from './queries.ts';
import { ownCollector, runningAt, sideSeat, type OwnProcess, type Target } from './target.ts';

interface BenchOptions {
  readonly count: number;
  /** Of a collector that runs already. */
  readonly url: string | undefined;
  /** The file for the figures. */
  readonly json: string | undefined;
  /** The program that the same is asked of, to compare. */
  readonly peer: string | undefined;
}

/** Prints the figures as they come. */
export async function bench({ count, url, json, peer }: BenchOptions): Promise<void> {
  const figures = await measure(async () => (url === undefined ? ownCollector() : runningAt(url)), count);
  if (json !== undefined) figures.save(json);
  if (peer !== undefined) {
    const theirs = await measure(() => sideSeat(peer), count);
    console.log(
      `\n${'figure'.padEnd(60)} ${'ours'.padStart(10)} ${'theirs'.padStart(10)}\n${compare(figures.all, theirs.all)}`,
    );
  }
}

/** Far from the spans that are measured with, and on the same day. */
const FIRST_STREAMED = 10_000_000;
const FIRST_UNDER_LOAD = 11_000_000;
const FIRST_WITH_RETENTION = 12_000_000;

async function measure(start: () => Promise<Target>, count: number): Promise<Figures> {
  let target = await start();
  const { name } = target;
  console.log(
    `\n${name}: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${count} spans\n`,
  );
  const figures = new Figures();
  const isOurs = name !== 'sideseat';
  try {
    await benchMachine(figures, 'before');
    if (target.process) {
      const again = async (last: OwnProcess) => {
        await last.stop();
        return start();
      };
      // Once a collector is idle it keeps what was compiled, which the first start after a build has to do without: that one
      // takes 5 MB more than those after it.
      await benchIdle(figures, target.process, ', first start after a build');
      target = await again(target.process);
      if (target.process) await benchIdle(figures, target.process);
      target = await benchStarts(figures, 'empty', target, again);
    }
    await benchIngestion(figures, target, count);
    if (target.process && isOurs) await benchIndexing(figures, target, target.process, count);
    else if (target.process) figures.add('on disk a span', (await target.process.diskBytes()) / count, 'B');
    await benchQueries(figures, target, QUERIES);
    if (isOurs) await benchQueries(figures, target, SEARCHES);
    await benchManyLists(figures, target);
    if (target.process) target = await benchRestart(figures, target.process);
    if (isOurs) {
      await benchLoneSpans(figures, target);
      await benchConversations(figures, target);
      figures.add('detection and extraction, processor a span', extractionMicros(), 'µs');
    }
    if (isOurs) await benchStream(figures, target, FIRST_STREAMED);
    await benchUnderLoad(figures, target, FIRST_UNDER_LOAD);
    if (target.process && isOurs)
      target = await benchRetention(figures, target.process, FIRST_WITH_RETENTION);
  } finally {
    await target.process?.stop();
  }
  // All that was asked of so many spans has been: now come others.
  await benchWays(figures, start, count);
  await benchMachine(figures, 'after');
  return figures;
}
