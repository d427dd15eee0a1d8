import * as fc from 'fast-check';
import protobuf from 'protobufjs/minimal.js';
import { describe, expect, test } from 'vitest';
import { AttributeTable } from './attribute-table.ts';
import { toNumber, toStrings } from './attribute-map.ts';
import { jsonToWire } from './json-to-wire.ts';
import { KeyTable } from './key-table.ts';
import { AnyValue } from './protocol.ts';
import type { Attributes } from './records.ts';
import { ShortTexts } from './short-texts.ts';
import { readAttributes } from './values.ts';
import { DecodeError } from './wire.ts';

type Entry = readonly [key: Uint8Array, value: Buffer];

const anyValue = (json: object): Buffer => jsonToWire(AnyValue, JSON.stringify(json));
const entry = (key: string | Uint8Array, value: object): Entry => [
  typeof key === 'string' ? Buffer.from(key) : key,
  anyValue(value),
];

/** A message with the entries as KeyValue messages in field 1, and where each lies. */
function written(entries: readonly Entry[]): { bytes: Buffer; ranges: [number, number][] } {
  const writer = protobuf.Writer.create();
  const ranges: [number, number][] = [];
  for (const [key, value] of entries) {
    writer.uint32(10).fork().uint32(10).bytes(key).uint32(18).bytes(value).ldelim();
    const size = 2 + varintSize(key.length) + key.length + varintSize(value.length) + value.length;
    ranges.push([writer.len - size, writer.len]);
  }
  return { bytes: Buffer.from(writer.finish()), ranges };
}

const varintSize = (length: number): number => protobuf.Writer.create().uint32(length).len;

function fill(table: AttributeTable, entries: readonly Entry[]): Attributes {
  const { bytes, ranges } = written(entries);
  table.clear(bytes);
  for (const [start, end] of ranges) table.add(start, end);
  return table;
}

function mapOf(entries: readonly Entry[]): Attributes {
  const { bytes } = written(entries);
  return readAttributes(bytes, 0, bytes.length, 1);
}

const everythingOf = (attributes: Attributes, keys: Iterable<string>): unknown[] =>
  [...keys].map((key) => [
    key,
    attributes.has(key),
    attributes.get(key),
    attributes.string(key),
    attributes.number(key),
    attributes.strings(key),
  ]);

const value = fc.oneof(
  fc.string().map((stringValue) => ({ stringValue })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => ({ intValue: String(int) })),
  fc.constantFrom(
    {},
    { boolValue: true },
    { doubleValue: 1.5 },
    { doubleValue: 'NaN' },
    { stringValue: '12.5' },
    { arrayValue: { values: [{ stringValue: 'a' }, { intValue: 1 }, { stringValue: 'b' }] } },
    { kvlistValue: { values: [{ key: 'k', value: { boolValue: false } }] } },
  ),
);
const key = fc.oneof(
  fc
    .constantFrom('a', 'b', 'gen_ai.system', '__proto__', '', 'x'.repeat(300))
    .map((text) => Buffer.from(text)),
  fc.string().map((text) => Buffer.from(text)),
  // No valid UTF-8: several of them show as the same text.
  fc.constantFrom([0xff], [0xfe], [0xc3, 0x28]).map((bytes) => Buffer.from(bytes)),
);
const entries = fc.array(
  fc.tuple(key, value).map(([bytes, json]) => entry(bytes, json)),
  { maxLength: 12 },
);

describe('a table answers what a map of the same bytes answers', () => {
  test('span after span, with keys known, new, repeated, too long and invalid', () => {
    const table = new AttributeTable(new KeyTable(), new ShortTexts());
    fc.assert(
      fc.property(entries, (drawn) => {
        const map = mapOf(drawn);
        const filled = fill(table, drawn);
        expect(new Set(filled.keys())).toEqual(new Set(map.keys()));
        const asked = [...map.keys(), 'a', 'b', 'gen_ai.system', 'never there'];
        expect(everythingOf(filled, asked)).toEqual(everythingOf(map, asked));
      }),
      { numRuns: 300 },
    );
  });

  test('with a key table that is full', () => {
    const keys = new KeyTable();
    const table = new AttributeTable(keys, new ShortTexts());
    for (let i = 0; i < 20_000; i++) fill(table, [entry(`key-${i}`, { intValue: i })]);
    expect(keys.size).toBeLessThan(20_000);
    const drawn = [
      entry('key-3', { intValue: 1 }),
      entry('key-19999', { intValue: 2 }),
      entry('key-19999', { intValue: 3 }),
      entry('new', { stringValue: 'x' }),
    ];
    const asked = ['key-3', 'key-4', 'key-19999', 'new', 'other'];
    expect(everythingOf(fill(table, drawn), asked)).toEqual(everythingOf(mapOf(drawn), asked));
  });
});

test('of a value with several fields the last one counts, whatever stands before and behind it', () => {
  const [a, b] = [Buffer.from([0x0a, 1, 0x61]), Buffer.from([0x0a, 1, 0x62])];
  const [yes, unknown] = [Buffer.from([0x10, 1]), Buffer.from([0x42, 1, 0x63])];
  const table = new AttributeTable(new KeyTable(), new ShortTexts());
  const wanted: readonly [readonly Buffer[], unknown][] = [
    [[a, b], 'b'],
    [[a, yes], true],
    [[yes, a], 'a'],
    [[a, unknown], 'a'],
    [[unknown, a], 'a'],
  ];
  for (const [fields, value] of wanted)
    expect(fill(table, [[Buffer.from('k'), Buffer.concat(fields)]]).get('k')).toBe(value);
});

test('nothing of a span is seen in the next', () => {
  const table = new AttributeTable(new KeyTable(), new ShortTexts());
  fill(table, [entry('a', { intValue: 1 }), entry('x'.repeat(300), { intValue: 1 })]);
  fill(table, []);
  expect([...table.keys()]).toEqual([]);
  expect(table.has('a')).toBe(false);
  expect(table.get('x'.repeat(300))).toBeUndefined();
});

test('a malformed value is refused when it is added, not when it is read', () => {
  const table = new AttributeTable(new KeyTable(), new ShortTexts());
  const broken: readonly number[][] = [
    [0x0a, 5, 1],
    [0x18, 0x80],
    [0x21, 1, 2],
    [0x2a],
    [0x2a, 2, 0x0a, 9],
    [0x10, 1, 0x0b],
  ];
  for (const bytes of broken)
    expect(() => fill(table, [[Buffer.from('k'), Buffer.from(bytes)]]), String(bytes)).toThrow(DecodeError);
});

describe('KeyTable', () => {
  const intern = (keys: KeyTable, bytes: Uint8Array) => keys.intern(Buffer.from(bytes), 0, bytes.length);

  test('gives the same bytes the same key, and different bytes different ones', () => {
    const keys = new KeyTable();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const bytes = Buffer.from(text);
        const known = intern(keys, bytes);
        expect(known?.text).toBe(bytes.toString());
        expect(intern(keys, bytes)).toBe(known);
        expect(keys.find(bytes.toString())).toBe(known);
      }),
    );
  });

  test('finds a key within a larger buffer', () => {
    const keys = new KeyTable();
    const known = intern(keys, Buffer.from('name'));
    expect(keys.intern(Buffer.from('xxnamexx'), 2, 6)).toBe(known);
  });

  test('knows keys in whatever order they come, as the one that is expected or another', () => {
    const keys = new KeyTable();
    const names = fc.array(fc.constantFrom('a', 'b', 'ab', 'abc', '\u00e9', ''), { maxLength: 30 });
    fc.assert(
      fc.property(names, (texts) => {
        for (const text of texts) {
          const known = intern(keys, Buffer.from(text));
          expect(known?.text).toBe(text);
          expect(keys.find(text)).toBe(known);
        }
      }),
    );
  });

  test('stops growing and goes on knowing what it knew', () => {
    const keys = new KeyTable();
    const slots = new Set<number>();
    for (let i = 0; i < 30_000; i++) {
      const known = intern(keys, Buffer.from(`k${i}`));
      if (known) slots.add(known.slot);
    }
    expect(keys.size).toBe(8192);
    expect(slots.size).toBe(8192);
    expect(intern(keys, Buffer.from('k0'))?.text).toBe('k0');
    expect(intern(keys, Buffer.from('k29999'))).toBeUndefined();
    expect(intern(keys, Buffer.from('k1'))?.text).toBe('k1');
  });

  test('knows a text by one sequence of bytes only', () => {
    const keys = new KeyTable();
    expect(intern(keys, Buffer.from([0xff]))?.text).toBe('\ufffd');
    expect(intern(keys, Buffer.from([0xfe]))).toBeUndefined();
  });
});

test('a value that another one follows is checked, too: whoever reads the attribute again walks through both', () => {
  const table = new AttributeTable(new KeyTable(), new ShortTexts());
  const valueOf = (first: Buffer): Buffer =>
    Buffer.from(
      protobuf.Writer.create()
        .uint32(18)
        .bytes(first)
        .uint32(18)
        .bytes(anyValue({ intValue: 7 }))
        .finish(),
    );
  const add = (first: Buffer): void => {
    const bytes = valueOf(first);
    table.clear(bytes);
    table.add(0, bytes.length);
  };
  add(anyValue({ stringValue: 'before' }));
  expect(table.get('')).toBe(7n);
  expect(() => add(Buffer.from('int'))).toThrow(DecodeError);
});

test('numbers are read from ints, doubles and text, nothing else', () => {
  const cases = [
    5n,
    1.5,
    '2.5',
    ' 3 ',
    '',
    ' ',
    'x',
    '1e400',
    NaN,
    Infinity,
    true,
    null,
    undefined,
    [],
  ] as const;
  expect(cases.map((given) => toNumber(given))).toEqual([5, 1.5, 2.5, 3, ...Array.from({ length: 10 })]);
});

test('strings are those of a list, a lone one counts as a list', () => {
  expect(toStrings('a')).toEqual(['a']);
  expect(toStrings(['a', 1n, 'b', null])).toEqual(['a', 'b']);
  expect([toStrings(1n), toStrings(undefined), toStrings(new Map())]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
