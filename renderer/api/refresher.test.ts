import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from './queries.ts';
import { createRefresher, HELD } from './refresher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stored = (span: number) => ({
  type: 'span',
  data: JSON.stringify({ trace_id: 't1', span_id: String(span) }),
});

/** A client, what was fetched of it so far, and a way to show a query. */
function startWindow() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const fetched: Record<string, number> = {};
  const show = (name: string, queryKey: QueryKey, options: object = {}) =>
    new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        fetched[name] = (fetched[name] ?? 0) + 1;
        return fetched[name];
      },
      initialData: 0,
      ...options,
    }).subscribe(() => {});
  return { client, fetched, show };
}

test('while spans come in, what is held is fetched again once a second, and what follows ten times', async () => {
  const { client, fetched, show } = startWindow();
  const refresher = createRefresher(client, 'p');
  const heldKey = [...queryKeys.spans('p'), 'held'];
  const stops = [show('held', heldKey, HELD), show('following', queryKeys.traces('p'))];
  for (let span = 0; span < 300; span += 1) {
    refresher.add(stored(span));
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(fetched['held']).toBeLessThanOrEqual(3);
  expect(fetched['following']).toBeGreaterThan(20);

  // What came last is not left out.
  const before = fetched['held'];
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched['held']).toBe((before ?? 0) + 1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetched['held']).toBe((before ?? 0) + 1);
  for (const stop of stops) stop();
  refresher.stop();
});

test('a first answer that was on its way when a span came is asked for again', async () => {
  const { client, show } = startWindow();
  const refresher = createRefresher(client, 'p');
  const answers: ((traces: number) => void)[] = [];
  const slowly = () => new Promise<number>((resolve) => void answers.push(resolve));
  const first = { queryFn: slowly, initialData: undefined };
  const stops = [
    show('list', queryKeys.traces('p'), first),
    show('count', queryKeys.spans('p'), { ...first, ...HELD }),
  ];
  refresher.add(stored(1));
  await vi.advanceTimersByTimeAsync(200);
  expect(answers).toHaveLength(2);
  for (const answer of answers) answer(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(4);
  for (const answer of answers) answer(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers).toHaveLength(4);
  expect(client.getQueryData(queryKeys.traces('p'))).toBe(1);
  for (const stop of stops) stop();
  refresher.stop();
});

test('an answer that takes long is asked for again only after as long a rest', async () => {
  const { client, fetched, show } = startWindow();
  const refresher = createRefresher(client, 'p');
  const takesMs = 400;
  const slowly = async () => {
    fetched['tree'] = (fetched['tree'] ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    return fetched['tree'];
  };
  const stop = show('tree', queryKeys.trace('p', 't1'), { queryFn: slowly });
  for (let span = 0; span < 400; span += 1) {
    refresher.add(stored(span));
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(fetched['tree']).toBe(5);
  // What came while it was read is not left out.
  await vi.advanceTimersByTimeAsync(2 * takesMs);
  expect(fetched['tree']).toBe(6);
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetched['tree']).toBe(6);
  stop();
  refresher.stop();
});

test('what is held and left before it is fetched again is stale, and what nobody looks at is so at once', async () => {
  const { client, fetched, show } = startWindow();
  const refresher = createRefresher(client, 'p');
  const [left, idle] = [
    [...queryKeys.spans('p'), 'left'],
    [...queryKeys.spans('p'), 'idle'],
  ];
  const leave = show('left', left, HELD);
  refresher.add(stored(1));
  await vi.advanceTimersByTimeAsync(50);
  show('idle', idle, { ...HELD, enabled: false })();
  refresher.add(stored(2));
  await vi.advanceTimersByTimeAsync(150);
  expect(client.getQueryState(idle)?.isInvalidated).toBe(true);
  expect(client.getQueryState(left)?.isInvalidated).toBe(false);
  leave();
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.getQueryState(left)?.isInvalidated).toBe(true);
  expect(fetched).toEqual({ left: 1 });
  refresher.stop();
});

test('a refresher that is stopped fetches nothing more', async () => {
  const { client, fetched, show } = startWindow();
  const refresher = createRefresher(client, 'p');
  const stop = show('held', [...queryKeys.spans('p'), 'held'], HELD);
  refresher.add(stored(1));
  await vi.advanceTimersByTimeAsync(200);
  refresher.add(stored(2));
  await vi.advanceTimersByTimeAsync(200);
  refresher.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetched).toEqual({ held: 1 });
  stop();
});
