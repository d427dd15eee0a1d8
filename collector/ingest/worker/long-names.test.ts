import { expect, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { TraceDecoder } from '../../decode/traces.ts';
import { createExtractor } from '../../extract/extract.ts';
import { createPricing } from '../../extract/pricing.ts';
import { heapMb } from '../../testing/heap.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { AttributeIndexer } from './attribute-indexer.ts';

/** For a number. */
const PLACE = '######';

test('names of any length leave nothing behind', () => {
  const decoder = new TraceDecoder();
  const indexer = new AttributeIndexer(defaultConfig({}).otel.attributes);
  const extractor = createExtractor({ pricing: createPricing({}) });
  // Made without an object that has such a key: those are kept by the engine.
  const name = `${PLACE}${'x'.repeat(100_000)}`;
  const attributes = { [name]: 1, 'gen_ai.request.model': name, 'gen_ai.operation.name': 'chat' };
  const span = { traceId: traceIdOf(1), spanId: spanIdOf(1), attributes };
  const template = traceBytes({ scope: { name }, spans: [span] });
  const bodyOf = (i: number): Buffer => {
    const body = Buffer.from(template);
    for (let at = body.indexOf(PLACE); at >= 0; at = body.indexOf(PLACE, at + PLACE.length))
      body.write(String(i).padStart(PLACE.length, '0'), at);
    return body;
  };
  const take = (i: number): void =>
    void decoder.decode(bodyOf(i), (decoded) => {
      extractor.extract(decoded);
      indexer.read(decoded);
    });
  take(0);
  const before = heapMb();
  for (let i = 1; i <= 100; i++) take(i);
  // Thirty megabytes of names went through.
  expect(heapMb() - before).toBeLessThan(5);
});

test('a span of very many attributes leaves nothing behind', () => {
  const decoder = new TraceDecoder();
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, 1]));
  const take = (attributes: Readonly<Record<string, number>>): void => {
    const span = { traceId: traceIdOf(1), spanId: spanIdOf(1), attributes };
    decoder.decode(traceBytes({ spans: [span] }), ({ attributes: decoded }) => void [...decoded.keys()]);
  };
  take({ a: 1 });
  const before = heapMb();
  take(many);
  take({ a: 1 });
  expect(heapMb() - before).toBeLessThan(4);
});
