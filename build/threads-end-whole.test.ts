import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const ENDS = 80;
const PACKS = `
  import { parentPort } from 'node:worker_threads';
  import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
  parentPort.postMessage('packing');
  for (;;) zstdDecompressSync(zstdCompressSync('a span'));
`;

test('a thread that packs can be ended at any moment', async () => {
  // Without the import in vitest.config.ts Node aborts within some twenty.
  for (let end = 0; end < ENDS; end++) {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PACKS)}`));
    await new Promise((resolve) => worker.once('message', resolve));
    await new Promise((resolve) => setTimeout(resolve, end % 4));
    expect(await worker.terminate()).toBe(1);
  }
});
