import { setTimeout as delay } from 'node:timers/promises';
import type { Figures } from './figures.ts';
import { percentiles } from './measure.ts';
import { makeSteadyLoad, sendSteadily, type SteadyLoad } from './moments.ts';
import { countSpans } from './queries.ts';
import type { OwnProcess, OwnTarget, Target } from './target.ts';

const PER_SECOND = 2000;
const QUIET_MS = 3000;
/** What the first requests after a start wait for is another figure. */
const WARM_UP_MS = 1000;
/** The longest that deleting half of the spans may take, so that others come all the time. */
const SECONDS = 20;
/** The file is given back piece by piece once nothing is left to delete. */
const SHRUNK_MS = 5000;

/** What half of the spans being deleted costs those that come in meanwhile, and whether the file gets smaller. */
export async function benchRetention(figures: Figures, own: OwnProcess, first: number): Promise<Target> {
  const [before, meanwhile] = [first, first + PER_SECOND * SECONDS].map((from) =>
    makeSteadyLoad(PER_SECOND, SECONDS, from),
  );
  let target = await own.restart();
  await acknowledged(figures, target, 'without retention', before!, () => delay(QUIET_MS));
  const spans = await countSpans(target.url);
  const kept = Math.floor(spans / 2);
  const bytes = await own.diskBytes();
  target = await target.process.restart({
    TRACEDECK_OTEL__RETENTION__MAX_SPANS: String(kept),
    TRACEDECK_OTEL__RETENTION__CHECK_INTERVAL_SECS: '1',
  });
  const began = performance.now();
  const come = await acknowledged(figures, target, 'while retention deletes', meanwhile!, async () => {
    // More keep coming: the bound is never quite met.
    while ((await countSpans(target.url)) > kept + PER_SECOND * 2) await delay(20);
  });
  const gone = spans + come - (await countSpans(target.url));
  figures.add('spans that retention deletes', (gone / (performance.now() - began)) * 1000, '/s');
  await delay(SHRUNK_MS);
  figures.add('size on disk once half is deleted', (100 * (await own.diskBytes())) / bytes, '%');
  return target;
}

/** How many spans came in until `until` had ended; what they waited for goes into the figures. */
async function acknowledged(
  figures: Figures,
  target: OwnTarget,
  when: string,
  load: SteadyLoad,
  until: () => Promise<void>,
): Promise<number> {
  const sending = sendSteadily(target, load);
  await delay(WARM_UP_MS);
  const warm = sending.acks.length;
  await until();
  const spans = await sending.stop();
  const measured = sending.acks.slice(warm);
  figures.times(`acknowledgement at 2,000 spans/s ${when}`, percentiles(measured));
  figures.add(`acknowledgement at 2,000 spans/s ${when}, longest`, Math.max(...measured), 'ms');
  return spans;
}
