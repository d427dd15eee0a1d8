import { expect, test } from 'vitest';
import { Stats } from '../contract/stats.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

test('a filter that is none is refused as in the list of traces', async () => {
  const error = await readError(`${projectUrl(collector.url, 'sample')}/stats?filters=[1]`);
  expect(error).toMatchObject({ status: 400, code: 'INVALID_FILTER' });
});

test.for([
  'interval=week',
  'group_by=nothing',
  'from_timestamp=now',
  'to_timestamp=x',
  'environment=[1]',
  'time_zone=Atlantis',
  'time_zone=%2B01:00',
  'time_zone=',
])('%s is refused with VALIDATION_ERROR, naming it', async (query) => {
  const error = await readError(`${projectUrl(collector.url, 'sample')}/stats?${query}`);
  expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(error.message).toContain(query.split('=')[0]);
});

test('a series of more than 10,000 points is refused', async () => {
  const startMs = Date.UTC(2026, 0, 1);
  const spans = Array.from({ length: 10_001 }, (_, n) => ({
    traceId: traceIdOf(n + 1),
    spanId: spanIdOf(1),
    start: startMs + n * 60_000,
    attributes: { 'gen_ai.operation.name': 'chat' },
  }));
  const url = `${projectUrl(collector.url, 'minutes')}/stats?interval=minute`;
  await store(collector.url, 'minutes', { spans: spans.slice(1) });
  expect((await read(Stats, url)).series).toHaveLength(10_000);
  await store(collector.url, 'minutes', { spans: spans.slice(0, 1) });
  expect(await readError(url)).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('interval'),
  });
});
