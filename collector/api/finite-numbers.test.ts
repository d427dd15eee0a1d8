import { expect, test } from 'vitest';
import { errorOf } from '../testing/api-client.ts';
import { everyRoute } from '../testing/every-route.ts';
import { send } from '../testing/http-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

test('a number that no number holds is refused by every route that takes one', async () => {
  const names = new Set(['page', 'limit', 'min_duration_ms']);
  const taking = (await everyRoute()).flatMap(({ method, path, query }) =>
    method === 'GET' ? query.filter((name) => names.has(name)).map((name) => ({ path, name })) : [],
  );
  expect(taking.length).toBeGreaterThan(10);
  for (const { path, name } of taking) {
    const url = collector.url + path.replaceAll(/:[a-z_]+/g, 'x');
    for (const value of ['1e999', '-1e999']) {
      const answer = await send(`${url}?${name}=${value}`);
      expect(errorOf(answer), `${path} ${name}`).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    }
  }
});
