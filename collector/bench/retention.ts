import { setTimeout as delay } from 'node:timers/promises';
import type { Figures } from './figures.ts';
import { percentiles } from './measure.ts';
import { sendSteadily } from './moments.ts';
import { countSpans } from './queries.ts';
import type { OwnProcess, OwnTarget, Target } from './target.ts';

const PER_SECOND = 2000;
const QUIET_MS = 3000;
/** What the first requests after a start wait for is another figure. */
const WARM_UP_MS = 1000;
/** The file is given back piece by piece once nothing is left to delete. */
const SHRUNK_MS = 5000;

/** What half of the spans being deleted costs those that come in meanwhile, and whether the file gets smaller. */
export async function benchRetention(figures: Figures, own: OwnProcess, first: number): Promise<Target> {
  let target = await own.restart();
  await acknowledged(figures, target, 'without retention', first, () => delay(QUIET_MS));
  const spans = await countSpans(target.url);
  const kept = Math.floor(spans / 2);
  const bytes = await own.diskBytes();
  target = await target.process.restart({
    TRACEDECK_OTEL__RETENTION__MAX_SPANS: String(kept),
    TRACEDECK_OTEL__RETENTION__CHECK_INTERVAL_SECS: '1',
  });
  const seconds = await acknowledged(figures, target, 'while retention deletes', first, async () => {
    // More keep coming: the bound is never quite met.
    while ((await countSpans(target.url)) > kept + PER_SECOND * 2) await delay(20);
  });
  figures.add('spans that retention deletes', (spans - kept) / seconds, '/s');
  await delay(SHRUNK_MS);
  figures.add('size on disk once half is deleted', (100 * (await own.diskBytes())) / bytes, '%');
  return target;
}

/** Seconds that `until` took; what came in meanwhile goes into the figures. */
async function acknowledged(
  figures: Figures,
  target: OwnTarget,
  when: string,
  first: number,
  until: () => Promise<void>,
): Promise<number> {
  const warmUp = sendSteadily(target, PER_SECOND, first);
  await delay(WARM_UP_MS);
  await warmUp.stop();
  const began = performance.now();
  const load = sendSteadily(target, PER_SECOND, first);
  await until();
  const seconds = (performance.now() - began) / 1000;
  const { acks } = await load.stop();
  figures.times(`acknowledgement at 2,000 spans/s ${when}`, percentiles(acks));
  figures.add(`acknowledgement at 2,000 spans/s ${when}, longest`, Math.max(...acks), 'ms');
  return seconds;
}
