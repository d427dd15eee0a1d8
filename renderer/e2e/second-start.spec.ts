import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { startBuilt } from './built-collector.ts';

test.skip(process.platform !== 'linux', 'Elsewhere the folder of caches is not chosen by a variable.');

/** Each file of compiled code, and which one it is. */
const keptIn = (caches: string): readonly string[] =>
  readdirSync(caches, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => `${name} ${statSync(path.join(parentPath, name)).ino}`)
    .toSorted();

test('a second start takes what V8 made of the code in the first', async () => {
  const caches = mkdtempSync(path.join(tmpdir(), 'tracedeck-test-'));
  try {
    const first = await startBuilt(caches);
    // Of the main thread and the two that a start waits for, once each is quiet.
    for (const part of ['command-line.cjs', 'ingest-worker.cjs', 'query-worker.cjs'])
      await expect.poll(() => keptIn(caches).some((file) => file.startsWith(part))).toBe(true);
    await first.stop();
    const startAgain = async (): Promise<boolean> => {
      const kept = keptIn(caches);
      const next = await startBuilt(caches);
      // By then a thread that had to compile anything anew has written it.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await next.stop();
      return String(keptIn(caches)) === String(kept);
    };
    // What one thread writes while another changes V8's flags is not taken, and written again.
    expect((await startAgain()) || (await startAgain())).toBe(true);
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
});
