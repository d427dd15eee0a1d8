import { expect, test } from 'vitest';
import { otlpLine } from './otlp-lines.ts';

test('a trace is one line that a collector takes in again, all digits kept', () => {
  const line = otlpLine([
    {
      spanId: 'a',
      attributes: [{ key: 'n', value: { intValue: 9_223_372_036_854_775_807n } }],
      resource: { attributes: [], schemaUrl: 'https://r' },
      scope: { name: 's', schemaUrl: 'https://s' },
    },
    { spanId: 'b' },
    undefined,
  ]);
  expect(line).not.toContain('\n');
  expect(line).toContain('9223372036854775807');
  expect(JSON.parse(line.replace('9223372036854775807', '1'))).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [] },
        schemaUrl: 'https://r',
        scopeSpans: [
          {
            scope: { name: 's' },
            schemaUrl: 'https://s',
            spans: [{ spanId: 'a', attributes: [{ key: 'n', value: { intValue: 1 } }] }],
          },
        ],
      },
      { scopeSpans: [{ spans: [{ spanId: 'b' }] }] },
    ],
  });
});
