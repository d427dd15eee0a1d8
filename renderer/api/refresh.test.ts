import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refreshAll } from './refresh.ts';

test('what is on screen is fetched again, also what stands still, and nothing else', async () => {
  const client = new QueryClient();
  const fetched: string[] = [];
  const show = (name: string, staleTime: number | 'static') =>
    new QueryObserver(client, {
      queryKey: ['list', name],
      queryFn: () => fetched.push(name),
      initialData: 0,
      staleTime,
    }).subscribe(() => {});
  const stops = [show('live', 60_000), show('still', 'static')];
  await refreshAll(client, ['list']);
  expect(fetched.toSorted()).toEqual(['live', 'still']);
  await refreshAll(client, ['another']);
  expect(fetched).toHaveLength(2);
  for (const stop of stops) stop();
});

test('what fails is no failure of the refresh', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stop = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => Promise.reject(new Error('away')),
    initialData: 0,
    staleTime: 'static',
  }).subscribe(() => {});
  await refreshAll(client, ['list']);
  expect(client.getQueryState(['list'])?.error?.message).toBe('away');
  stop();
});
