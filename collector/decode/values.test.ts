import protobuf from 'protobufjs/minimal.js';
import { describe, expect, test } from 'vitest';
import { jsonToWire } from './json-to-wire.ts';
import { exactJsonValue, plainAttributes } from './plain-json.ts';
import { AnyValue, KeyValue, Resource } from './protocol.ts';
import { readResource } from './span-record.ts';
import { checkValue, readKeyValue, readValue } from './values.ts';
import { DecodeError } from './wire.ts';
import { wireToJson } from './wire-to-json.ts';

const anyValue = (json: object): Buffer => jsonToWire(AnyValue, JSON.stringify(json));
const read = (bytes: Buffer): unknown => readValue(bytes, 0, bytes.length);
const written = (write: (writer: protobuf.Writer) => protobuf.Writer): Buffer =>
  Buffer.from(write(protobuf.Writer.create()).finish());

/** An AnyValue of `depth` lists, one in the other, written from the innermost outwards. */
function nested(depth: number, kind: 'array' | 'kvlist'): Buffer {
  const buffer = Buffer.alloc(depth * 16 + 16);
  let start = buffer.length;
  const prepend = (bytes: Buffer): void => {
    start -= bytes.length;
    buffer.set(bytes, start);
  };
  const tags = kind === 'array' ? [10, 42] : [18, 10, 50];
  prepend(anyValue({ stringValue: 'x' }));
  for (let i = 0; i < depth; i++)
    for (const tag of tags) prepend(written((writer) => writer.uint32(tag).uint32(buffer.length - start)));
  return buffer.subarray(start);
}

describe('each type of AnyValue is read as what it is', () => {
  test.for<[name: string, json: object, expected: unknown]>([
    ['text', { stringValue: 'héllo 🙂\0' }, 'héllo 🙂\0'],
    ['empty text', { stringValue: '' }, ''],
    ['true', { boolValue: true }, true],
    ['false', { boolValue: false }, false],
    ['zero', { intValue: '0' }, 0n],
    ['a negative integer', { intValue: -5 }, -5n],
    ['the largest integer', { intValue: '9223372036854775807' }, 2n ** 63n - 1n],
    ['the smallest integer', { intValue: '-9223372036854775808' }, -(2n ** 63n)],
    ['an integer that no double holds', { intValue: '9007199254740993' }, 9007199254740993n],
    ['a double', { doubleValue: 0.1 }, 0.1],
    ['NaN', { doubleValue: 'NaN' }, NaN],
    ['infinity', { doubleValue: 'Infinity' }, Infinity],
    ['negative infinity', { doubleValue: '-Infinity' }, -Infinity],
    ['bytes', { bytesValue: 'AAEC/w==' }, new Uint8Array([0, 1, 2, 255])],
    ['no bytes', { bytesValue: '' }, new Uint8Array()],
    ['an empty list', { arrayValue: {} }, []],
    ['an empty key-value list', { kvlistValue: {} }, new Map()],
    ['nothing', {}, null],
    [
      'lists in lists',
      {
        arrayValue: {
          values: [
            {},
            { intValue: 1 },
            { arrayValue: { values: [{ boolValue: true }] } },
            { kvlistValue: { values: [{ key: 'k', value: { doubleValue: 2 } }, { key: 'empty' }] } },
          ],
        },
      },
      [
        null,
        1n,
        [true],
        new Map<string, unknown>([
          ['k', 2],
          ['empty', null],
        ]),
      ],
    ],
  ])('%s', ([, json, expected]) => {
    expect(read(anyValue(json))).toEqual(expected);
  });

  test('negative zero stays what it is on the wire', () => {
    expect(read(written((writer) => writer.uint32(33).double(-0)))).toBe(-0);
  });

  test('bytes do not change with the request that they lay in', () => {
    const wire = anyValue({ bytesValue: 'AAEC' });
    const value = read(wire);
    wire.fill(0);
    expect(value).toEqual(new Uint8Array([0, 1, 2]));
  });

  test('of several values the last counts, unknown fields do not', () => {
    const bytes = Buffer.concat([
      anyValue({ stringValue: 'first' }),
      anyValue({ intValue: 2 }),
      written((writer) => writer.uint32((99 << 3) | 2).string('from a later version')),
    ]);
    expect(read(bytes)).toBe(2n);
  });

  test('of a repeated key in a key-value list the last counts', () => {
    const values = [1, 2].map((n) => ({ key: 'k', value: { intValue: n } }));
    expect(read(anyValue({ kvlistValue: { values } }))).toEqual(new Map([['k', 2n]]));
  });
});

test('of a repeated attribute key the last counts', () => {
  const attributes = ['a', 'b'].map((stringValue) => ({ key: 'k', value: { stringValue } }));
  const resource = readResource(jsonToWire(Resource, JSON.stringify({ attributes })));
  expect([...resource.keys()]).toEqual(['k']);
  expect(resource.get('k')).toBe('b');
});

test('a KeyValue without a key or value is an empty one', () => {
  const bytes = jsonToWire(KeyValue, '{}');
  expect(readKeyValue(bytes, 0, bytes.length)).toEqual(['', null]);
});

describe.for(['array', 'kvlist'] as const)('%s values', (kind) => {
  test('are read, checked and told as JSON to a depth of 100', () => {
    const bytes = nested(100, kind);
    expect(() => checkValue(bytes, 0, bytes.length)).not.toThrow();
    expect(read(bytes)).toBeTruthy();
    const json = wireToJson(AnyValue, bytes);
    expect(jsonToWire(AnyValue, JSON.stringify(json))).toEqual(bytes);
  });

  test.for([101, 10_000])('%i deep are refused', (depth) => {
    const bytes = nested(depth, kind);
    expect(() => checkValue(bytes, 0, bytes.length)).toThrow(DecodeError);
    expect(() => read(bytes)).toThrow(DecodeError);
  });
});

describe('attributes as plain JSON', () => {
  const plain = (values: object[]): string =>
    JSON.stringify(
      plainAttributes(readResource(jsonToWire(Resource, JSON.stringify({ attributes: values })))),
    );

  test('integers keep all their digits, what JSON has no number for is text, bytes are base64', () => {
    const values = [
      { key: 'small', value: { intValue: 7 } },
      { key: 'large', value: { intValue: '9223372036854775807' } },
      { key: 'nan', value: { doubleValue: 'NaN' } },
      { key: 'bytes', value: { bytesValue: 'AAEC' } },
      { key: 'none' },
      { key: 'list', value: { arrayValue: { values: [{ intValue: '-9007199254740993' }] } } },
    ];
    expect(plain(values)).toBe(
      '{"small":7,"large":9223372036854775807,"nan":"NaN","bytes":"AAEC","none":null,"list":[-9007199254740993]}',
    );
  });

  test('minus zero keeps its sign', () => {
    expect(JSON.stringify({ value: exactJsonValue(-0), list: exactJsonValue([0, -0]) })).toBe(
      '{"value":-0.0,"list":[0,-0.0]}',
    );
    const sent = '{"key":"k","value":{"doubleValue":-0.0}}';
    expect(JSON.stringify(wireToJson(KeyValue, jsonToWire(KeyValue, sent)))).toBe(sent);
  });

  test.for(['AAECAw==', 'AAECAw', 'AAE', '-_-_', '+/+/'])('%j is base64', (bytesValue) => {
    const bytes = Buffer.from(bytesValue, 'base64').toString('base64');
    expect(plain([{ key: 'k', value: { bytesValue } }])).toBe(JSON.stringify({ k: bytes }));
  });

  test.for(['!!', 'A', 'AAECA', 'AAEC=A', 'AAEC AAEC', 'AA\nEC', 'AAEC==='])('%j is none', (bytesValue) => {
    expect(() => plain([{ key: 'k', value: { bytesValue } }])).toThrow(/bytesValue is no base64$/);
  });

  test('a key called __proto__ is a key like any other', () => {
    const inner = { key: '__proto__', value: { stringValue: 'deep' } };
    const values = [
      { key: '__proto__', value: { stringValue: 'top' } },
      { key: 'map', value: { kvlistValue: { values: [inner] } } },
    ];
    expect(plain(values)).toBe('{"__proto__":"top","map":{"__proto__":"deep"}}');
  });
});
