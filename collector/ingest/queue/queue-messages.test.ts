import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { SilentThreads } from '../../testing/silent-threads.ts';
import type { FromIngest, IngestJob, IngestResult, ToIngest } from '../jobs.ts';
import type { ExportOutcome } from './export-request.ts';
import { IngestQueue } from './queue.ts';

const { pricing, otel, redaction } = defaultConfig({});
const FULL = { text: 'database or disk is full', fault: 'disk_full' } as const;

let threads: SilentThreads;
let queue: IngestQueue;
let log: string[];

beforeEach(async () => {
  vi.useFakeTimers();
  threads = new SilentThreads();
  log = [];
  queue = new IngestQueue({
    dataDirectory: '/nowhere',
    synchronous: 'normal',
    settings: { pricing, redaction, attributes: otel.attributes },
    limits: otel.ingestion,
    thread: threads,
    onCommitted: () => log.push('committed'),
    onStored: () => log.push(`stored, handed ${jobs().length}`),
    onDeleted: () => log.push('deleted'),
    onChanged: (projectId) => log.push(`changed ${projectId}`),
    onReindexed: () => log.push('reindexed'),
    onUnreadable: () => log.push('unreadable'),
    onFailure: (message, fault) => log.push(`${fault}: ${message}`),
  });
});
afterEach(() => vi.useRealTimers());

const hear = (message: FromIngest): void => void threads.taken.at(-1)!.emit('message', message);
const end = (): void => void threads.taken.at(-1)!.emit('exit', 1);
const told = (): ToIngest[] => threads.told as ToIngest[];
const jobs = (): IngestJob[] => told().flatMap((message) => (message.type === 'job' ? message.job : []));
const probes = (): number => told().filter(({ type }) => type === 'probe').length;
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function start(): Promise<void> {
  const started = queue.start();
  hear({ type: 'ready', dueSpans: 0 });
  await started;
}

const consume = (items = 1): Promise<ExportOutcome> => {
  const spans = Array.from({ length: items }, (_, i) => ({ traceId: traceIdOf(1), spanId: spanIdOf(i + 1) }));
  return queue.consume({
    signal: 'traces',
    encoding: 'protobuf',
    projectId: 'p',
    body: traceBytes({ spans }),
  });
};
const resultOf = ({ id, items }: IngestJob): IngestResult => ({
  id,
  ok: true,
  rejected: 0,
  message: '',
  spans: items,
  items,
  redacted: 0,
  advice: null,
});
const commit = (of: readonly IngestJob[], more: Partial<FromIngest & { type: 'committed' }> = {}): void =>
  hear({ type: 'committed', results: of.map(resultOf), stored: [], failure: null, spent: [], ...more });

const RUN = { projectId: 'p', traceId: traceIdOf(1), spanIds: [spanIdOf(1)] } as unknown as Parameters<
  ConstructorParameters<typeof IngestQueue>[0]['onStored']
>[0][number];

describe('a commit', () => {
  beforeEach(start);

  test('has the thread handed more, then listeners told, then exporters answered', async () => {
    const answers = Promise.all(
      Array.from({ length: 4 }, () => consume(2000).then(() => log.push('answered'))),
    );
    expect(jobs()).toHaveLength(3);
    commit(jobs().slice(0, 1), { stored: [RUN] });
    await settled();
    expect(log).toEqual(['committed', 'stored, handed 4', 'answered']);
    commit(jobs().slice(1));
    await answers;
  });

  test('gives memory back that was lent to a body', async () => {
    const room = queue.openRoom(200_000);
    const lent = room.lend(200_000);
    lent.fill(0);
    const answer = queue.consume({ signal: 'traces', encoding: 'json', projectId: 'p', body: lent });
    room.free();
    const [job] = jobs();
    expect(job!.comesBack).toBe(true);
    commit([job!], { spent: [job!.body.buffer] });
    await answer;
    // Not `toBe`, which would write out all bytes of two.
    expect(queue.openRoom(200_000).lend(200_000).buffer === lent.buffer).toBe(true);
  });
});

describe('a database that refuses', () => {
  beforeEach(start);

  const refuse = async (): Promise<void> => {
    const answer = consume();
    const [job] = jobs().slice(-1);
    const results = [
      { id: job!.id, ok: false, code: 'STORAGE_UNAVAILABLE', message: 'send it again' },
    ] as const;
    commit([], { results, failure: FULL });
    await expect(answer).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  };

  test('is asked whether it takes something again, until it does', async () => {
    await refuse();
    vi.advanceTimersByTime(5000);
    const asked = probes();
    expect(asked).toBeGreaterThan(0);
    hear({ type: 'probed', failure: FULL });
    vi.advanceTimersByTime(5000);
    expect(probes()).toBeGreaterThan(asked);
    hear({ type: 'probed', failure: null });
    const last = probes();
    vi.advanceTimersByTime(60_000);
    expect(probes()).toBe(last);
    const refused = (what: string): string =>
      `disk_full: the database refused ${what} (disk full): database or disk is full`;
    expect(log).toEqual([refused('a commit'), refused('to be written again'), 'committed']);
  });

  test('is not taken to be well by a request that nothing of was stored', async () => {
    await refuse();
    const answer = consume();
    const [job] = jobs().slice(-1);
    commit([], { results: [{ ...resultOf(job!), items: 0 } as IngestResult] });
    await answer;
    expect(log).not.toContain('committed');
    vi.advanceTimersByTime(5000);
    expect(probes()).toBeGreaterThan(0);
  });

  test('nor by those of a commit that went through beside one that did not', async () => {
    const answer = consume();
    commit(jobs(), { failure: FULL });
    await answer;
    expect(log).not.toContain('committed');
  });

  test('for a while says nothing of how fast it is otherwise', async () => {
    const answer = consume(2000);
    vi.advanceTimersByTime(60_000);
    commit(jobs(), { failure: FULL });
    await answer;
    const answers = Promise.all(Array.from({ length: 7 }, () => consume(1000)));
    expect(jobs()).toHaveLength(1 + 6);
    commit(jobs().slice(1));
    commit(jobs().slice(-1));
    await answers;
  });

  test('is asked no more once the queue was stopped', async () => {
    await refuse();
    const stopped = queue.stop();
    hear({ type: 'chore-failed', failure: FULL });
    vi.advanceTimersByTime(60_000);
    expect([probes(), vi.getTimerCount()]).toEqual([0, 0]);
    end();
    await stopped;
  });
});

describe('commands', () => {
  beforeEach(start);
  const MOST = 100;

  test('that are done make room for others', async () => {
    for (let id = 1; id <= MOST + 1; id++) {
      const deleted = queue.commands.deleteTrace('p', traceIdOf(id));
      hear({ type: 'command-done', done: { id, ok: true, found: 1 }, failure: null });
      expect(await deleted).toBe(true);
    }
  });

  test('that a thread has had make room with its end', async () => {
    const all = Array.from({ length: MOST }, () => queue.commands.deleteTrace('p', traceIdOf(1)));
    end();
    await Promise.all(all.map((one) => expect(one).rejects.toMatchObject({ code: 'BUFFER_FULL' })));
    await vi.advanceTimersByTimeAsync(1000);
    hear({ type: 'ready', dueSpans: 0 });
    const deleted = queue.commands.deleteTrace('p', traceIdOf(1));
    hear({ type: 'command-done', done: { id: MOST + 1, ok: true, found: 1 }, failure: null });
    expect(await deleted).toBe(true);
  });
});

describe('a thread that ends', () => {
  test('has commands refused that it had', async () => {
    await start();
    const deleted = queue.commands.deleteTrace('p', traceIdOf(1));
    end();
    await expect(deleted).rejects.toMatchObject({ code: 'BUFFER_FULL' });
  });

  test('before it was ever ready is started again by its caller alone', async () => {
    const started = queue.start();
    threads.taken[0]!.emit('error', new Error('no memory'));
    end();
    await expect(started).rejects.toThrow('no memory');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads.taken).toHaveLength(1);
  });

  test('again and again is started again ever later, after ten seconds at most', async () => {
    await start();
    const waits: number[] = [];
    for (let nth = 1; nth <= 8; nth++) {
      end();
      const began = Date.now();
      while (threads.taken.length === nth) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - began);
      hear({ type: 'ready', dueSpans: 0 });
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test('where the system allows no thread for a while is started again once it does', async () => {
    await start();
    end();
    const take = vi.spyOn(threads, 'take').mockImplementation(() => {
      throw new Error('no more threads');
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(take.mock.calls.length).toBeGreaterThan(1);
    take.mockRestore();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(threads.taken).toHaveLength(2);
  });

  test('is not started again after a stop that came meanwhile', async () => {
    await start();
    end();
    await queue.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads.taken).toHaveLength(1);
  });
});
