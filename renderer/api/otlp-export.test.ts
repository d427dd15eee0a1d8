import { expect, test } from 'vitest';
import { OtlpExport } from './otlp-export.ts';

const raw = (spanId: string, service: string, scope: string) => ({
  spanId,
  startTimeUnixNano: '1700000000000000001',
  resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }], schemaUrl: 'r' },
  scope: { name: scope, schemaUrl: 's' },
});

test('spans come under their resource and scope, each of which is written once', () => {
  const file = new OtlpExport();
  for (const span of [raw('a', 'one', 'x'), raw('b', 'two', 'x'), raw('c', 'one', 'y'), raw('d', 'one', 'x')])
    file.add(span);
  const written: unknown = JSON.parse(file.write().join(''));
  const resource = (service: string) => ({
    attributes: [{ key: 'service.name', value: { stringValue: service } }],
  });
  const span = (spanId: string) => ({ spanId, startTimeUnixNano: '1700000000000000001' });
  expect(written).toEqual({
    resourceSpans: [
      {
        resource: resource('one'),
        schemaUrl: 'r',
        scopeSpans: [
          { scope: { name: 'x' }, schemaUrl: 's', spans: [span('a'), span('d')] },
          { scope: { name: 'y' }, schemaUrl: 's', spans: [span('c')] },
        ],
      },
      {
        resource: resource('two'),
        schemaUrl: 'r',
        scopeSpans: [{ scope: { name: 'x' }, schemaUrl: 's', spans: [span('b')] }],
      },
    ],
  });
});

test('of no spans it is an empty request', () =>
  expect(JSON.parse(new OtlpExport().write().join(''))).toEqual({ resourceSpans: [] }));

test('it is one line, with all digits', () => {
  const file = new OtlpExport();
  file.add({ spanId: 'b', attributes: [{ key: 'n', value: { intValue: 9_223_372_036_854_775_807n } }] });
  const written = file.write().join('');
  expect(written).not.toContain('\n');
  expect(written).toContain('9223372036854775807');
});
