import { expect, test } from 'vitest';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { withOldScopes } from '../testing/old-scopes.ts';
import { EXPORT_REQUESTS, SIGNALS, estimateItems, type Signal } from './count.ts';
import { eachItem, eachPlace } from './export-request.ts';
import { wireToJson } from './wire-to-json.ts';

const point = { timeUnixNano: metricTime(1), asInt: '1' };
const REQUESTS: Readonly<Record<Signal, () => Buffer>> = {
  traces: () =>
    traceBytes({
      scope: { name: 'lib' },
      spans: [1, 2].map((n) => ({ traceId: traceIdOf(1), spanId: spanIdOf(n) })),
    }),
  logs: () => logBytes({ scope: { name: 'lib' }, logs: [{ body: 'a' }, { body: 'b' }] }),
  metrics: () => metricBytes([{ name: 'g', gauge: { dataPoints: [point, point] } }]),
};

/** Each item with the scope that it stood under. */
function itemsOf(body: Buffer): unknown[] {
  const items: unknown[] = [];
  eachItem(body, (bytes, { scope, resource }) =>
    items.push([bytes.toString('hex'), scope.record.name, resource.bytes.toString('hex')]),
  );
  return items;
}

test.for(SIGNALS)(
  '%s of OTLP before 0.19 are read as those of today, and counted as they are read',
  (signal) => {
    const today = Buffer.concat([REQUESTS[signal](), REQUESTS[signal]()]);
    const old = withOldScopes(today);
    expect(old.equals(today)).toBe(false);
    expect(itemsOf(old)).toEqual(itemsOf(today));
    expect(estimateItems(signal, old, 'protobuf')).toBe(4);
    let places = 0;
    eachPlace(old, () => ++places > 0);
    expect(places).toBe(itemsOf(today).length);
    expect(wireToJson(EXPORT_REQUESTS[signal], old)).toEqual(wireToJson(EXPORT_REQUESTS[signal], today));
  },
);
