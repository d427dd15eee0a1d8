import { expect, test } from 'vitest';
import { everyRoute } from '../testing/every-route.ts';
import { send } from '../testing/http-client.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

/** They hold nothing of what was received. */
const PUBLIC = new Set(['/api/v1/docs', '/api/v1/docs.css']);
const isStream = (path: string): boolean => path.endsWith('/sse');

test('no answer with data stays in a browser’s cache, whether it is there or not', async () => {
  await store(collector.url, 'default', PLAIN_TRACE);
  const routes = (await everyRoute()).filter(
    ({ method, path }) =>
      method === 'GET' && path.startsWith('/api/') && !isStream(path) && !PUBLIC.has(path),
  );
  const paths = [...routes.map(({ path }) => path.replace(/:\w+/g, 'default')), '/api/v1/nothing'];
  expect(paths).toContain('/api/v1/project/default/otel/traces');
  for (const path of paths)
    expect([path, (await send(collector.url + path)).headers['cache-control']]).toEqual([path, 'no-store']);
});
