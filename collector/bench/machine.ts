import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Figures } from './figures.ts';
import { makeLoad } from './load.ts';

const compress = promisify(zstdCompress);
const MEASURED_MS = 700;

/**
 * How fast the machine is at the moment, whatever is measured: two runs tell of the collector only what is left once these
 * are taken out. A machine that others share does half an hour later what it likes.
 */
export async function benchMachine(figures: Figures, when: string): Promise<void> {
  const [body] = makeLoad({ count: 512, perRequest: 512 });
  await megabytesPerSecond(body!, availableParallelism());
  figures.add(`machine ${when}, one thread packs`, await megabytesPerSecond(body!, 1), 'MB/s');
  figures.add(
    `machine ${when}, all threads pack`,
    await megabytesPerSecond(body!, availableParallelism()),
    'MB/s',
  );
}

/** Of what so many threads of the pool pack at the same time. */
async function megabytesPerSecond(body: Buffer, threads: number): Promise<number> {
  const start = performance.now();
  let bytes = 0;
  await Promise.all(
    Array.from({ length: threads }, async () => {
      for (; performance.now() - start < MEASURED_MS; bytes += body.length) await compress(body);
    }),
  );
  return bytes / 1000 / (performance.now() - start);
}
