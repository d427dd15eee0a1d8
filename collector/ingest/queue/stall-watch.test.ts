import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { holdCommits } from '../../testing/hold-commits.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { IngestQueue } from './queue.ts';
import { StallWatch } from './stall-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;

test('work that does not end is told once, what ends and a thread with nothing to do never', () => {
  let at: number | null = null;
  const onStalled = vi.fn();
  const watch = new StallWatch(
    () => at,
    onStalled,
    () => false,
  );
  onTestFinished(() => watch.stop());
  watch.start();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  for (at = 1; at < 99; at += 2) vi.advanceTimersByTime(15_000);
  vi.advanceTimersByTime(20_000);
  expect(onStalled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(onStalled).toHaveBeenCalledTimes(1);
  at = null;
  vi.advanceTimersByTime(MINUTE_MS);
  at = 101;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(onStalled).toHaveBeenCalledTimes(2);
});

test('a look between two pieces of work that were given together is not the last for long', () => {
  let at: number | null = null;
  const onStalled = vi.fn();
  const watch = new StallWatch(
    () => at,
    onStalled,
    () => true,
  );
  onTestFinished(() => watch.stop());
  watch.start();
  watch.seeWork();
  vi.advanceTimersByTime(5000);
  at = 1;
  vi.advanceTimersByTime(25_000);
  expect(onStalled).toHaveBeenCalledTimes(1);
});

test.each(['a commit', 'a deletion'])('%s that does not end is told, and that it has ended', async (what) => {
  const dataDirectory = testFolder();
  const told: string[] = [];
  const { pricing, otel, redaction } = defaultConfig({});
  const queue = new IngestQueue({
    dataDirectory,
    synchronous: 'normal',
    settings: { pricing, redaction, attributes: otel.attributes },
    limits: otel.ingestion,
    onCommitted: () => told.push('committed'),
    onStored: () => {},
    onDeleted: () => {},
    onChanged: () => {},
    onReindexed: () => {},
    onUnreadable: () => {},
    onFailure: (message, fault) => told.push(`${fault}: ${message}`),
  });
  onTestFinished(() => queue.stop());
  await queue.start();
  const store = (n: number): Promise<unknown> =>
    queue.consume({
      projectId: 'default',
      signal: 'traces',
      encoding: 'protobuf',
      body: traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] }),
    });
  await store(1);
  told.length = 0;

  const release = holdCommits(dataDirectory);
  const ended = what === 'a commit' ? store(2) : queue.commands.deleteTrace('default', traceIdOf(1));
  const soon = async (): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(5000);
    return told;
  };
  const stalled = expect.stringMatching(/^failing: the thread that writes the database/) as string;
  await expect.poll(soon).toEqual([stalled]);
  release();
  await ended;
  await expect.poll(soon).toEqual([stalled, 'committed']);
});
