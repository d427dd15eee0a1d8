import { Figures } from './figures.ts';
import { ingest } from './ingestion.ts';
import { benchRestart } from './moments.ts';
import { benchQueries, QUERIES } from './queries.ts';
import { ownCollector } from './target.ts';

/** What search has not indexed waits: at millions of spans it would be busy beside every question. */
const WITHOUT_SEARCH = { TRACEDECK_OTEL__SEARCH__ENABLED: 'false' };
const WITH_SEARCH = { TRACEDECK_OTEL__SEARCH__ENABLED: 'true' };
/** A few samples tell no tail. */
const TAIL = /, p9[59]$/;

/** The same figures at each size of one growing database, and by which power of its size each grows. */
export async function benchGrowth(sizes: readonly number[]): Promise<Map<number, Figures>> {
  const measured = new Map<number, Figures>();
  let target = await ownCollector();
  let stored = 0;
  try {
    for (const size of sizes) {
      console.log(`\n— ${size} spans\n`);
      const figures = new Figures();
      figures.add('spans committed', await ingest(target, stored, size - stored), '/s');
      stored = size;
      figures.add('peak resident memory', target.process.peakMemory() / 2 ** 20, 'MB');
      figures.add('on disk a span', (await target.process.diskBytes()) / size, 'B');
      target = await benchRestart(figures, target.process, WITHOUT_SEARCH);
      await benchQueries(figures, target, QUERIES);
      measured.set(size, figures);
      target = await target.process.restart(WITH_SEARCH);
    }
  } finally {
    await target.process.stop();
  }
  console.log(`\n${growthTable(measured)}`);
  return measured;
}

/** A line a figure: its value at each size, a bar for each, and the exponent of its growth from the first to the last. */
function growthTable(measured: ReadonlyMap<number, Figures>): string {
  const sizes = [...measured.keys()];
  const [first, last] = [sizes[0] ?? 1, sizes.at(-1) ?? 1];
  const head = ['figure'.padEnd(38), ...sizes.map((size) => String(size).padStart(10))].join(' ');
  const names = measured.get(last)?.all.filter(({ name }) => !TAIL.test(name)) ?? [];
  const lines = names.map(({ name, unit }) => {
    const values = sizes.map((size) => measured.get(size)?.all.find((figure) => figure.name === name)?.value);
    const cells = values.map((value) => textOf(value).padStart(10)).join(' ');
    const [from = 0, to = 0] = [values[0], values.at(-1)];
    const power = Math.log(to / from) / Math.log(last / first);
    const growth = Number.isFinite(power) ? `  n^${power.toFixed(2)}` : '';
    return `${name.padEnd(38)} ${cells} ${unit.padEnd(3)} ${barsOf(values)}${growth}`;
  });
  return [head, ...lines].join('\n');
}

const BARS = '▁▂▃▄▅▆▇█';

/** A small database may lack what is asked for. */
const textOf = (value: number | undefined): string => value?.toFixed(value >= 100 ? 0 : 2) ?? '–';

/** By their logarithms: three steps for ten times as much. */
function barsOf(values: readonly (number | undefined)[]): string {
  const logarithms = values.map((value) =>
    value === undefined ? undefined : Math.log10(Math.max(value, 1e-6)),
  );
  const lowest = Math.min(...logarithms.filter((log) => log !== undefined));
  return logarithms
    .map((log) => (log === undefined ? ' ' : BARS[Math.min(BARS.length - 1, Math.round((log - lowest) * 3))]))
    .join('');
}
