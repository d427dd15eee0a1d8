import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RedactionRule } from '../contract/redaction.ts';
import { EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { LogDecoder } from '../decode/logs.ts';
import { MetricDecoder } from '../decode/metrics.ts';
import { TraceDecoder } from '../decode/traces.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import { DecodeError } from '../decode/wire.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { Redactor } from './redactor.ts';

type Json = ReturnType<typeof wireToJson>[string];

/** Neither hex nor base64, so that no id and no bytes hold it. */
const SECRET = 'pa§§-w0rd!';
const PATTERN: RedactionRule = { name: 'secret', pattern: SECRET };
const INSTEAD = '[redacted]';

const word = fc.constantFrom('', 'plain', 'é 😀', SECRET, `"a":"${SECRET}",`, `${SECRET}${SECRET}.`);
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const nanos = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String);
const key = fc.constantFrom('password', 'http.header.token', `key ${SECRET}`, 'gen_ai.prompt');
const { value: anyValue } = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ stringValue: word }),
    fc.record({ intValue: int64 }),
    fc.record({ doubleValue: fc.double({ noNaN: true }) }),
    fc.constant({ boolValue: true }),
    fc.constant({ bytesValue: 'AAECAw==' }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key, value: tie('value') }), { maxLength: 3 }),
      }),
    }),
  ),
}));
const attributes = fc.array(fc.record({ key, value: anyValue }), { maxLength: 4 });
const ids = { traceId: fc.constant(traceIdOf(7)), spanId: fc.constant(spanIdOf(7)) };
const span = fc.record({
  ...ids,
  name: word,
  traceState: word,
  startTimeUnixNano: nanos,
  attributes,
  events: fc.array(fc.record({ name: word, timeUnixNano: nanos, attributes }), { maxLength: 2 }),
  links: fc.array(fc.record({ ...ids, traceState: word, attributes }), { maxLength: 2 }),
  status: fc.record({ code: fc.constant(2), message: word }),
});
const log = fc.record({
  timeUnixNano: nanos,
  severityText: word,
  eventName: word,
  body: anyValue,
  attributes,
});
const point = fc.record({
  timeUnixNano: nanos,
  asInt: int64,
  attributes,
  exemplars: fc.array(fc.record({ asInt: int64, filteredAttributes: attributes }), { maxLength: 2 }),
});
const metric = fc.record({
  name: fc.constantFrom('metric', `metric ${SECRET}`),
  description: word,
  unit: word,
  sum: fc.record({ dataPoints: fc.array(point, { maxLength: 3 }) }),
});
const under = (list: string, scoped: string, items: string, item: fc.Arbitrary<object>) =>
  fc.record({
    [list]: fc.array(
      fc.record({
        resource: fc.record({ attributes }),
        schemaUrl: word,
        [scoped]: fc.array(
          fc.record({
            scope: fc.record({ name: word, version: word, attributes }),
            schemaUrl: word,
            [items]: fc.array(item, { maxLength: 3 }),
          }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 2 },
    ),
  });
const REQUESTS: [Signal, fc.Arbitrary<object>][] = [
  ['traces', under('resourceSpans', 'scopeSpans', 'spans', span)],
  ['logs', under('resourceLogs', 'scopeLogs', 'logRecords', log)],
  ['metrics', under('resourceMetrics', 'scopeMetrics', 'metrics', metric)],
];

const isObject = (json: Json | undefined): json is Record<string, Json> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** What is to come out, made of what went in: the keys of attributes stay, those inside a value are content. */
function expected(json: Json, isInValue = false): Json {
  if (typeof json === 'string') return json.replaceAll(SECRET, INSTEAD);
  if (Array.isArray(json)) return json.map((item) => expected(item, isInValue));
  if (!isObject(json)) return json;
  const isKeyValue = typeof json['key'] === 'string';
  return Object.fromEntries(
    Object.entries(json).map(([name, item]) => [
      name,
      name === 'key' && !isInValue ? item : expected(item, isInValue || isKeyValue || name === 'body'),
    ]),
  );
}

const wireOf = (signal: Signal, json: object): Buffer =>
  jsonToWire(EXPORT_REQUESTS[signal], JSON.stringify(json));
const jsonOf = (signal: Signal, body: Buffer): Json => wireToJson(EXPORT_REQUESTS[signal], body);

describe.for(REQUESTS)('%s', ([signal, request]) => {
  test('lose what a pattern matches, and nothing else', () => {
    fc.assert(
      fc.property(request, (json) => {
        const body = wireOf(signal, json);
        const redacted = Redactor.of([PATTERN])!.redact(signal, body);
        expect(jsonOf(signal, redacted.body)).toEqual(expected(jsonOf(signal, body)));
        expect(redacted.body === body).toBe(redacted.values === 0);
        expect(redacted.slow).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('are the same bytes where nothing matches', () => {
    const redactor = Redactor.of([
      { name: 'none', pattern: 'never seen' },
      { name: 'no key', keys: ['other.*'] },
    ])!;
    fc.assert(
      fc.property(request, (json) => {
        const body = wireOf(signal, json);
        expect(redactor.redact(signal, body).body).toBe(body);
      }),
    );
  });

  test('lose the values of keys, whatever they are, and what lies in them', () => {
    const redactor = Redactor.of([{ name: 'keys', keys: ['password', '*.password'], replacement: '-' }])!;
    const without = (json: Json): Json => {
      if (Array.isArray(json)) return json.map(without);
      if (!isObject(json)) return json;
      if (json['key'] === 'password' && json['value'] !== undefined)
        return { ...json, value: { stringValue: '-' } };
      return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, without(item)]));
    };
    fc.assert(
      fc.property(request, (json) => {
        const body = wireOf(signal, json);
        expect(jsonOf(signal, redactor.redact(signal, body).body)).toEqual(without(jsonOf(signal, body)));
      }),
      { numRuns: 200 },
    );
  });
});

// `a.*` matches the path of what is nested as well, the names alone do not.
test.for([[['a.*']], [['a.b', 'a.c']]])(
  'a pattern with the keys %j looks in their values alone, and in all that is in them',
  ([keys]) => {
    const text = { stringValue: `my ${SECRET}` };
    const nested = { kvlistValue: { values: [{ key: 'inner', value: text }] } };
    const entries = [
      { key: 'a.b', value: text },
      { key: 'a.c', value: nested },
      { key: 'other', value: nested },
    ];
    const spans = [{ traceId: traceIdOf(1), spanId: spanIdOf(1), name: SECRET, attributes: entries }];
    const body = wireOf('traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const { body: after, values } = Redactor.of([{ ...PATTERN, keys: keys! }])!.redact('traces', body);
    const text2 = { stringValue: `my ${INSTEAD}` };
    const attributesAfter = [
      { key: 'a.b', value: text2 },
      { key: 'a.c', value: { kvlistValue: { values: [{ key: 'inner', value: text2 }] } } },
      { key: 'other', value: nested },
    ];
    expect(jsonOf('traces', after)).toEqual({
      resourceSpans: [{ scopeSpans: [{ spans: [{ ...spans[0], attributes: attributesAfter }] }] }],
    });
    expect(values).toBe(2);
  },
);

/** A length-delimited field. */
const field = (number: number, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest >= 0x80; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
  return Buffer.concat([tag(number, 2), Buffer.from([...length, rest]), bytes]);
};
const tag = (number: number, type: number): Buffer => {
  const value = (number << 3) | type;
  return Buffer.from(value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >>> 7]);
};

test('fields that the protocol does not know keep their bytes, and lengths their meaning', () => {
  const unknown = Buffer.concat([
    field(99, Buffer.from(SECRET)),
    tag(98, 0),
    Buffer.from('ffffffffffffffffff01', 'hex'),
    tag(97, 1),
    Buffer.from('0102030405060708', 'hex'),
  ]);
  const text = (value: string): Buffer => field(2, field(1, Buffer.from(value)), unknown);
  const spanOf = (value: string, name: string): Buffer =>
    Buffer.concat([
      unknown,
      field(1, Buffer.from(traceIdOf(1), 'hex')),
      field(2, Buffer.from(spanIdOf(1), 'hex')),
      field(5, Buffer.from(name)),
      // The value before its key, and twice.
      field(9, text(value), text('last'), field(1, Buffer.from('key')), unknown),
      unknown,
    ]);
  const requestOf = (...spans: Buffer[]): Buffer =>
    Buffer.concat([field(1, field(2, ...spans.map((bytes) => field(2, bytes)), unknown), unknown), unknown]);
  // Long enough for lengths of one, two and three bytes to change into each other.
  for (const filling of [0, 90, 110, 120, 16_200, 16_380]) {
    const before = 'x'.repeat(filling);
    const body = requestOf(spanOf(`${before}${SECRET}`, 'a'), spanOf('none', SECRET));
    const after = requestOf(spanOf(`${before}${INSTEAD}`, 'a'), spanOf('none', INSTEAD));
    const redacted = Redactor.of([PATTERN])!.redact('traces', body);
    expect(redacted.body.equals(after), `${filling}`).toBe(true);
    expect(redacted.values).toBe(2);
  }
});

const DECODERS = { traces: new TraceDecoder(), logs: new LogDecoder(), metrics: new MetricDecoder() };
function acceptedItems(signal: Signal, body: Buffer): number | null {
  let items = 0;
  try {
    DECODERS[signal].decode(body, () => items++);
    return items;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return null;
  }
}

test('whatever the bytes are, what was taken is taken and what was refused is refused', () => {
  const patterns = [PATTERN, { name: 'letters', pattern: '[a-f]+', replacement: 'more text than before' }];
  const byPattern = Redactor.of(patterns)!;
  const byKey = Redactor.of([...patterns, { name: 'keys', keys: ['*word*', 'http.*'] }])!;
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  const sample = fc.oneof(
    ...REQUESTS.map(([signal, request]) => request.map((json) => [signal, wireOf(signal, json)] as const)),
  );
  fc.assert(
    fc.property(sample, damage, fc.nat(), ([signal, body], flips, cut) => {
      const bytes = Buffer.from(body.subarray(0, body.length - (cut % 3 === 0 ? cut % 20 : 0)));
      for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value;
      const items = acceptedItems(signal, bytes);
      expect(acceptedItems(signal, byPattern.redact(signal, bytes).body)).toBe(items);
      // Here what is malformed may be a value that has been replaced.
      const left = acceptedItems(signal, byKey.redact(signal, bytes).body);
      expect(items === null ? null : left).toBe(items);
    }),
    { numRuns: 3000 },
  );
});
