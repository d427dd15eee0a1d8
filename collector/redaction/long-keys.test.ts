import { describe, expect, test } from 'vitest';
import { TraceDecoder } from '../decode/traces.ts';
import type { AttributeValue } from '../decode/records.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { Redactor } from './redactor.ts';

const SECRET = 'pa§§-w0rd!';
const RULES = [{ name: 'auth', keys: ['*authorization', 'password'] }];

const bodyOf = (...spans: Readonly<Record<string, PlainValue>>[]): Buffer =>
  traceBytes({
    spans: spans.map((attributes, i) => ({ traceId: traceIdOf(1), spanId: spanIdOf(i + 1), attributes })),
  });
const nested = (levels: number, key: string): PlainValue =>
  Array.from({ length: levels }).reduce<PlainValue>((value) => ({ [key]: value }), SECRET);

function valuesIn(body: Buffer): Record<string, AttributeValue>[] {
  const found: Record<string, AttributeValue>[] = [];
  new TraceDecoder().decode(body, ({ attributes }) =>
    found.push(Object.fromEntries([...attributes.keys()].map((key) => [key, attributes.get(key)!]))),
  );
  return found;
}

describe('keys that are too long to be looked at', () => {
  test('have their value replaced whole, wherever they stand', () => {
    const redactor = Redactor.of(RULES)!;
    const long = 'k'.repeat(5000);
    const { body, values } = redactor.redact('traces', bodyOf({ [long]: SECRET, short: SECRET }));
    expect([values, valuesIn(body)]).toEqual([1, [{ [long]: '[redacted]', short: SECRET }]]);

    const deep = redactor.redact('traces', bodyOf({ a: nested(9, 'k'.repeat(500)) }));
    expect([deep.values, deep.body.includes(SECRET)]).toEqual([1, false]);
    const shallow = redactor.redact('traces', bodyOf({ a: nested(7, 'k'.repeat(500)) }));
    expect([shallow.values, shallow.body.includes(SECRET)]).toEqual([0, true]);
  });

  test('are nothing to a redaction that asks for no keys', () => {
    const redactor = Redactor.of([{ name: 'magic', pattern: 'xyzzy' }])!;
    const { body } = redactor.redact('traces', bodyOf({ a: nested(9, 'k'.repeat(500)) }));
    expect(body.includes(SECRET)).toBe(true);
  });

  test('are not kept: nested ones would be, once more for each level', () => {
    const redactor = Redactor.of(RULES)!;
    const bodies = Array.from({ length: 20 }, (_, i) => bodyOf({ [`a${i}`]: nested(95, 'k'.repeat(2000)) }));
    const before = process.memoryUsage().heapUsed;
    for (const body of bodies) redactor.redact('traces', body);
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(20);
  });
});

test('when keys take too long to look at, what they might name is replaced, and the rule is told', () => {
  let now = 0;
  const redactor = Redactor.of(RULES, () => (now += 1e6))!;
  const keys = Array.from({ length: 100 }, (_, i) => `${'k'.repeat(2000)}${i}`);
  const { body, slow } = redactor.redact('traces', bodyOf(...keys.map((key) => ({ [key]: SECRET }))));
  const values = valuesIn(body).map((attributes, i) => attributes[keys[i]!]);
  expect(slow).toEqual(['auth']);
  expect([values[0], values.at(-1)]).toEqual([SECRET, '[redacted]']);
  expect(values.indexOf('[redacted]')).toBe(values.lastIndexOf(SECRET) + 1);
});

test('a request in which more is to be replaced than can be is refused', () => {
  const redactor = Redactor.of([{ name: 'all', keys: ['*'] }])!;
  // A span of many attributes: an empty key with an empty value each.
  const attribute = Buffer.from([0x4a, 2, 0x12, 0]);
  const field = (tag: number, content: Buffer): Buffer => {
    const head = Buffer.from([tag, 0x80, 0x80, 0x80, 0]);
    for (let i = 0, rest = content.length; i < 4; i++, rest = Math.floor(rest / 128))
      head[i + 1] = (rest % 128) | (i < 3 ? 0x80 : 0);
    return Buffer.concat([head, content]);
  };
  const request = (times: number): Buffer =>
    field(0x0a, field(0x12, field(0x12, Buffer.alloc(attribute.length * times, attribute))));
  expect(redactor.redact('traces', request(1000)).values).toBe(1000);
  expect(() => redactor.redact('traces', request(600_000))).toThrow('more is to be redacted');
});
