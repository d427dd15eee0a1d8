import { describe, expect, test } from 'vitest';
import { jsonToWire } from '../../collector/decode/json-to-wire.ts';
import { ExportTraceServiceRequest, Span } from '../../collector/decode/protocol.ts';
import { TraceDecoder } from '../../collector/decode/traces.ts';
import { Redactor } from '../../collector/redaction/redactor.ts';
import { wireToJson } from '../../collector/decode/wire-to-json.ts';
import { traceRequest } from '../../collector/testing/otlp.ts';
import { READY_MADE } from '../features/settings/redaction.ts';

/** What each ready-made rule takes out, as a prefix and what it leaves, and texts that it leaves alone. */
const EXAMPLES: Readonly<Record<string, { taken: readonly string[]; left: readonly string[] }>> = {
  'API keys': {
    taken: [
      `sk-proj-${'aB3_'.repeat(12)}`,
      `sk-ant-api03-${'x'.repeat(40)}`,
      `sk_live_${'4'.repeat(24)}`,
      `ghp_${'a1'.repeat(18)}`,
      `github_pat_${'b'.repeat(40)}`,
      `AIza${'C'.repeat(35)}`,
      'AKIAIOSFODNN7EXAMPLE',
      'xoxb-123456789012-abc',
    ],
    left: ['task-oriented', 'sk-short', 'risk_of_losing_something_longer', 'AKIA'],
  },
  'Bearer tokens': {
    taken: ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc-_', `bearer ${'f'.repeat(16)}==`],
    left: ['bearer of bad news', 'forbearer abcdefghijklmnopqr'],
  },
  'E-mail addresses': {
    taken: ['ada@example.org', 'a.b+c@mail.example.co.uk'],
    left: ['@handle', 'a@b', 'x @ example.org', 'gen_ai.input@v1'],
  },
  'Credit card numbers': {
    taken: ['4111 1111 1111 1111', '5500-0000-0000-0004', '340000000000009', '6011000000000004'],
    left: ['1770921433316465123', '4111 1111', '9999 9999 9999 9999', '44111111111111111'],
  },
};

/** What stands around them in JSON: escapes end in letters and digits. */
const BEFORE = ['', ' ', '\n', '\t', '\r\n', 'é', '"'];

/** The text as it is stored. */
function stored(text: string, name: string): string {
  const { rule } = READY_MADE.find((one) => one.rule.name === name)!;
  const spans = [{ traceId: '1'.repeat(32), spanId: '1'.repeat(16), name: text }];
  const body = jsonToWire(ExportTraceServiceRequest, JSON.stringify(traceRequest({ spans })));
  let found = '';
  new TraceDecoder().decode(Redactor.of([rule])!.redact('traces', body).body, ({ bytes }) => {
    found = wireToJson(Span, bytes)['name'] as string;
  });
  return found;
}

test('every ready-made rule has examples, and no other', () => {
  expect(Object.keys(EXAMPLES)).toEqual(READY_MADE.map(({ rule }) => rule.name));
});

describe.for(Object.entries(EXAMPLES))('%s', ([name, { taken, left }]) => {
  test.for(taken)('%s is taken out', (text) => {
    expect(stored(`see ${text}, please`, name)).toBe('see [redacted], please');
  });
  test.for(taken.flatMap((text) => BEFORE.map((before) => [text, before] as const)))(
    '%s is taken out of JSON after %j, which stays JSON',
    ([text, before]) => {
      const said = JSON.stringify([{ said: `${before}${text}${before}` }]);
      const without = [{ said: `${before}[redacted]${before}` }];
      expect(JSON.parse(stored(said, name))).toEqual(without);
      expect(JSON.parse(stored(said.replaceAll('é', String.raw`\u00e9`), name))).toEqual(without);
      const { inner } = JSON.parse(stored(JSON.stringify({ inner: said }), name)) as { inner: string };
      expect(JSON.parse(inner)).toEqual(without);
    },
  );
  test.for(left)('%s stays', (text) => {
    expect(stored(`see ${text}, please`, name)).toBe(`see ${text}, please`);
  });
});
