import { expect, test } from 'vitest';
import { UnscopedSpanDetail } from '../contract/unscoped-events.ts';
import {
  SessionTraceList,
  UnscopedSession,
  UnscopedSpanList,
  UnscopedTraceDetail,
  UnscopedTraceList,
  UnscopedTraceSpans,
} from '../contract/unscoped.ts';
import { readExact } from '../testing/exact-json.ts';
import { spanIdOf, traceIdOf, traceRequest } from '../testing/otlp.ts';
import { postJson } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const EXACT = [
  [9007199254740993n, 1770921433316465123n],
  [0n, 9223372036854775807n],
  [1770921433316465123n, 1770921433316465124n],
] as const;
test.for(EXACT)('nanoseconds %i and %i keep every digit, everywhere', async ([start, end]) => {
  const url = `${collector.url}/api/v1`;
  const traceId = traceIdOf(0xe00 + EXACT.findIndex(([one]) => one === start));
  const spanId = spanIdOf(1);
  const sessionId = `session of ${traceId}`;
  const attributes = { 'session.id': sessionId };
  const spans = [{ traceId, spanId, attributes, events: [{ name: 'exact' }] }];
  const text = JSON.stringify(traceRequest({ spans }))
    .replace(/"startTimeUnixNano":"\d+"/, `"startTimeUnixNano":"${start}"`)
    .replace(/"endTimeUnixNano":"\d+"/, `"endTimeUnixNano":"${end}"`)
    .replace(/"timeUnixNano":"\d+"/, `"timeUnixNano":"${end}"`);
  expect((await postJson(collector.url, text)).status).toBe(200);
  const times = { start_time_ns: start, end_time_ns: end, duration_ns: end - start };
  expect(await readExact(UnscopedTraceDetail, `${url}/traces/${traceId}`)).toMatchObject(times);
  const ofTrace = await readExact(UnscopedTraceSpans, `${url}/traces/${traceId}/spans`);
  expect(ofTrace.spans).toMatchObject([times]);
  const { traces } = await readExact(UnscopedTraceList, `${url}/traces?search=${traceId}`);
  expect(traces).toMatchObject([times]);
  const ofList = await readExact(UnscopedSpanList, `${url}/spans?trace_id=${traceId}`);
  expect(ofList.spans).toMatchObject([times]);
  const detail = await readExact(UnscopedSpanDetail, `${url}/spans/${spanId}?trace_id=${traceId}`);
  expect(detail).toMatchObject({ ...times, events: [{ event_name: 'exact', event_time_ns: end }] });
  const session = `${url}/sessions/${encodeURIComponent(sessionId)}`;
  expect(await readExact(UnscopedSession, session)).toMatchObject({
    first_seen_ns: start,
    last_seen_ns: end,
    duration_ns: end - start,
  });
  const ofSession = await readExact(SessionTraceList, `${session}/traces`);
  expect(ofSession.traces).toMatchObject([{ start_time_ns: start, duration_ns: end - start }]);
});
