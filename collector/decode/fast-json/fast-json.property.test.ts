import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WHOLE_REQUEST } from '../../testing/whole-request.ts';
import { EXPORT_REQUESTS } from '../count.ts';
import { jsonToWire } from '../json-to-wire.ts';
import type { EnumType, Field, Message } from '../protocol.ts';
import { DecodeError } from '../wire.ts';
import { fastJsonToWire } from './fast-json.ts';

const { traces, logs, metrics } = EXPORT_REQUESTS;
const SENT = Buffer.from(WHOLE_REQUEST);

/** What the other way makes of it; null where it refuses. */
function otherWay(message: Message, json: Buffer): Buffer | null {
  try {
    return jsonToWire(message, json.toString());
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** The fast way is left, or makes the same bytes. Answers whether it was taken. */
function agrees(message: Message, json: Buffer): boolean {
  const fast = fastJsonToWire(message, json, Buffer.alloc(json.length, 0xa5));
  if (fast === null) return false;
  expect(otherWay(message, json)?.toString('hex')).toBe(fast.toString('hex'));
  return true;
}

const SPACES = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n  ');
const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
/** As they may stand in JSON, escaped or not. */
const CHARACTERS = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      ' ',
      'ß',
      '水',
      '😀',
      '\\"',
      '\\\\',
      '\\/',
      '\\b',
      '\\f',
      '\\n',
      '\\r',
      '\\t',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0x7f, 0x80, 0x7ff, 0x800, 0xffff)).map(escaped),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\ud83d\\ude00', '\\uD83D', '\\ude00x', '\\u12', '\\x', '\n', '\u0001'),
  },
);
const LONG_TEXT = fc.tuple(fc.nat(300), CHARACTERS).map(([length, end]) => 'x'.repeat(length) + end);
const string = fc
  .oneof(
    fc.array(CHARACTERS, { maxLength: 12 }).map((all) => all.join('')),
    LONG_TEXT,
  )
  .map((content) => `"${content}"`);
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.integer({ min: -20, max: 300 }).map(String),
  fc.constantFrom('-0', '01', '1e3', '1.0', '0', '-', '', '18446744073709551615', '9223372036854775808'),
  fc.constantFrom(
    '-9223372036854775808',
    '9007199254740993',
    '4294967296',
    '2147483648',
    '00000000000000000007',
  ),
);
const anInteger = fc.oneof(
  integer,
  integer.map((digits) => `"${digits}"`),
);
const double = fc.oneof(
  fc.double().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '1',
    '-0',
    '0.5',
    '1e5',
    '1E-7',
    '.5',
    '1.',
    '+1',
    '"NaN"',
    '"1.5"',
    '12345678901234567890',
  ),
);
const hex = fc.oneof(
  fc.uint8Array({ maxLength: 20 }).map((bytes) => `"${Buffer.from(bytes).toString('hex')}"`),
  fc.constantFrom('"ABCDEF"', '"abc"', '"zz"', '"a\\u0062"', '"0é"'),
);
const SCALARS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string,
  bytes: fc.base64String().map((text) => `"${text}"`),
  id: hex,
  bool: fc.constantFrom('true', 'false', 'True', '1', 'tru'),
  double,
};

function valueOf({ type }: Field, depth: number): fc.Arbitrary<string> {
  if (typeof type === 'string') return SCALARS[type] ?? anInteger;
  return 'names' in type ? enumOf(type) : objectOf(type, depth + 1);
}
const enumOf = ({ names }: EnumType): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('0', '1', '3', '99', '-1', '"OTHER"'),
    fc.constantFrom(...Object.keys(names).map((name) => `"${name}"`)),
  );

const listOf = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(value, { maxLength: 3 }), SPACES)
    .map(([all, space]) => `[${space}${all.join(`,${space}`)}${space}]`);

/** A member of an object: nearly always one that is right. */
function memberOf(name: string, field: Field, depth: number): fc.Arbitrary<string> {
  const one = valueOf(field, depth);
  const value = fc.oneof(
    { weight: 40, arbitrary: field.repeated ? listOf(one) : one },
    { weight: 1, arbitrary: fc.constantFrom('null', 'nul', '[null]', '{}', '[]', '""', '7') },
  );
  return fc.tuple(SPACES, value, SPACES).map(([a, text, b]) => `${a}"${name}"${b}:${a}${text}${b}`);
}

function objectOf(message: Message, depth = 0): fc.Arbitrary<string> {
  const fields = [...message.byName];
  if (depth > 7) return fc.constant('{}');
  const member = fc.constantFrom(...fields).chain(([name, field]) => memberOf(name, field, depth));
  const odd = fc.constantFrom('"unknown":1', '"":2', '"spans ":[]', '"na\\u006de":"x"');
  const members = fc.array(fc.oneof({ weight: 60, arbitrary: member }, { weight: 1, arbitrary: odd }), {
    maxLength: 4,
  });
  return members.map((all) => `{${all.join(',')}}`);
}

describe('the fast way makes of JSON what the other makes, or leaves it to it', () => {
  test.for<[string, Message]>(Object.entries(EXPORT_REQUESTS))('of whatever %s there are', ([, message]) => {
    // The requests themselves are lists in lists: what they hold is looked at as it is.
    let taken = 0;
    for (const one of messagesIn(message))
      fc.assert(
        fc.property(objectOf(one), SPACES, (json, space) => {
          if (agrees(one, Buffer.from(space + json + space))) taken++;
        }),
        { numRuns: 300 },
      );
    expect(taken).toBeGreaterThan(500);
  });

  test('of bytes that were changed, cut or put in', () => {
    const change = fc.tuple(
      fc.nat(SENT.length - 1),
      fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('"\\{}[],:0-9.eu \n'))),
      fc.constantFrom(0, 1, 2),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let json = SENT;
        for (const [at, byte, removed] of changes)
          json = Buffer.concat([json.subarray(0, at), Buffer.of(byte), json.subarray(at + removed)]);
        if (agrees(traces, json)) taken++;
      }),
      { numRuns: 20_000 },
    );
    expect(taken).toBeGreaterThan(1000);
  });
});

test('what exporters send goes the fast way, wherever in memory it lies', () => {
  for (let before = 0; before < 5; before++)
    expect(agrees(traces, Buffer.concat([Buffer.alloc(before), SENT]).subarray(before))).toBe(true);
  const logged =
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1770921433316465123","severityNumber":9,"body":{"stringValue":"hi"},"traceId":""}]}]}]}';
  expect(agrees(logs, Buffer.from(logged))).toBe(true);
  const sum =
    '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"n","sum":{"dataPoints":[{"asInt":"5","startTimeUnixNano":"1","timeUnixNano":2}],"aggregationTemporality":2,"isMonotonic":true}},{"name":"h","histogram":{"dataPoints":[{"count":"2","sum":3.5,"bucketCounts":["1","1"],"explicitBounds":[10]}],"aggregationTemporality":"AGGREGATION_TEMPORALITY_DELTA"}}]}]}]}';
  expect(agrees(metrics, Buffer.from(sum))).toBe(true);
});

test('numbers that take more in bytes than in text are left to the other way', () => {
  const bounds = Buffer.from(`{"explicitBounds":[${'1,'.repeat(500)}1]}`);
  const histogram = messagesIn(metrics).find(({ byName }) => byName.has('explicitBounds'))!;
  expect(agrees(histogram, bounds)).toBe(false);
});

/** The message and all that are in it, each once. */
function messagesIn(message: Message, found = new Set<Message>()): Message[] {
  if (found.has(message)) return [];
  found.add(message);
  for (const { type } of message.byNumber.values())
    if (typeof type !== 'string' && 'byName' in type) messagesIn(type, found);
  return [...found];
}
