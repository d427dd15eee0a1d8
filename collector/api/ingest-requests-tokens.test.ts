import { describe, expect, test } from 'vitest';
import { createToken } from '../auth/tokens.ts';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { errorOf } from '../testing/api-client.ts';
import { exactly } from '../testing/exact-schema.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { postProtobuf } from '../testing/otlp-client.ts';
import { startCollector } from '../testing/start-collector.ts';

const trace: RequestSpec = { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] };
const bytes = traceBytes(trace);

describe('/api/v1/ingest/requests where a token is needed', () => {
  test('exporters without a good one are told how to get one, and the list itself needs one', async () => {
    const guarded = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
    try {
      const url = `${guarded.url}/api/v1/ingest/requests`;
      const authorization = `Bearer ${guarded.token}`;
      const expired = createToken(guarded.dataDir, { name: null, ttlMs: 1 }, 0);
      const ways: [headers: Record<string, string>, code: string, advice: RegExp][] = [
        [{}, 'AUTH_REQUIRED', /need a token here: make one with "tracedeck token create"/],
        [{ authorization: `Bearer ${expired}` }, 'TOKEN_EXPIRED', /expired: .*OTEL_EXPORTER_OTLP_HEADERS=/],
        [{ authorization: 'Bearer x' }, 'TOKEN_INVALID', /revoked: .*OTEL_EXPORTER_OTLP_HEADERS=/],
      ];
      const told = async (): Promise<IngestRequest[]> => {
        const answer = await send(url, { headers: { authorization } });
        return exactly(IngestRequestList, jsonOf(answer)).data;
      };
      expect(errorOf(await send(url)).code).toBe('AUTH_REQUIRED');
      let count = 0;
      for (const [headers, code, advice] of ways) {
        await postProtobuf(guarded.otlpUrl, trace, headers);
        await callGrpc(guarded.grpcAddress, bytes, { metadata: headers });
        count += 2;
        let requests = await told();
        while (requests.length < count) requests = await told();
        for (const request of requests.slice(0, 2)) {
          expect(request).toMatchObject({ status: 401, code, signal: 'traces' });
          expect(request.advice).toMatch(advice);
        }
      }
    } finally {
      await guarded.stop();
    }
  });
});
