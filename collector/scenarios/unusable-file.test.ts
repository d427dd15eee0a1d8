import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileOf } from '../testing/damage.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector } from '../testing/start-collector.ts';

const DAMAGED =
  /^it can't be opened: the database is damaged \(\S+tracedeck\.db\): stop Tracedeck and run "tracedeck doctor --repair"/;

describe('a start on a file that can not be used names what to do and leaves it as it is', () => {
  test.for<[string, (file: string) => void]>([
    ['that is no database', (file) => writeFileSync(file, 'this is no database '.repeat(1000))],
    ['that was written half', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['of a few bytes', (file) => truncateSync(file, 100)],
  ])('%s', async ([, spoil]) => {
    const dataDir = testFolder();
    const first = await startCollector({ dataDir });
    await store(first.url, 'default', {
      spans: Array.from({ length: 200 }, (_, i) => ({ traceId: traceIdOf(1), spanId: spanIdOf(i + 1) })),
    });
    await first.stop();
    spoil(fileOf(dataDir));
    const before = readFileSync(fileOf(dataDir));
    await expect(startCollector({ dataDir })).rejects.toThrow(DAMAGED);
    expect(readFileSync(fileOf(dataDir)).equals(before)).toBe(true);
  });
});

test('a start on a file with a letter of its schema lost names what to do', async () => {
  const dataDir = testFolder();
  await (await startCollector({ dataDir })).stop();
  const bytes = readFileSync(fileOf(dataDir));
  bytes[bytes.indexOf('output_preview')]!++;
  writeFileSync(fileOf(dataDir), bytes);
  await expect(startCollector({ dataDir })).rejects.toThrow(DAMAGED);
});
