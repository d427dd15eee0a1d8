import { describe, expect, test } from 'vitest';
import { errorOf } from '../testing/api-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { FOREIGN, FRIEND, LOCAL } from '../testing/origins.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector({ configure: ({ server }) => (server.cors_origins = [FRIEND]) });

describe('a preflight', () => {
  const preflight = (url: string, origin: string): Promise<Answer> =>
    send(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-project-id',
      },
    });

  test.for([...LOCAL, FRIEND])('from %s lets an export through, on both servers', async (origin) => {
    for (const path of ['/v1/traces', '/v1/logs', '/v1/metrics', '/api/public/otel/v1/traces']) {
      for (const server of [collector.url, collector.otlpUrl]) {
        const { status, headers } = await preflight(`${server}${path}`, origin);
        expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
        expect(headers['access-control-allow-credentials']).toBe('true');
        expect(headers['access-control-allow-methods']).toContain('POST');
        expect(headers['access-control-allow-headers']).toMatch(/content-type/);
        expect(headers['access-control-allow-headers']).toMatch(/x-project-id/);
        // Browsers would ask before each export again after five seconds.
        expect(headers['access-control-max-age']).toBe('600');
      }
    }
  });

  test.for(FOREIGN)('from %s allows nothing', async (origin) => {
    for (const path of ['/v1/traces', '/api/v1/projects', '/nothing']) {
      const answer = await preflight(`${collector.url}${path}`, origin);
      expect(errorOf(answer)).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test.for([undefined, LOCAL[0], FOREIGN[0]])(
    'is no OPTIONS from %s that says of no request what it is: it is answered as any other',
    async (origin) => {
      const url = `${collector.url}/api/v1/projects`;
      const answer = await send(url, { method: 'OPTIONS', headers: { origin } });
      expect(errorOf(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    },
  );

  test('that is incomplete is answered as a whole one to whom all is allowed', async () => {
    const headers = { origin: FRIEND };
    expect((await send(`${collector.url}/api/v1/projects`, { method: 'OPTIONS', headers })).status).toBe(204);
  });
});
