import protobuf from 'protobufjs/minimal.js';
import { describe, expect, test } from 'vitest';
import { keyValues, spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { jsonToWire } from './json-to-wire.ts';
import { ExportTraceServiceRequest, Span } from './protocol.ts';
import { readResource, readScope, readSpan } from './span-record.ts';
import type { Rejected } from './export-request.ts';
import { TraceDecoder, type WireSpan } from './traces.ts';
import { DecodeError } from './wire.ts';
import { wireToJson } from './wire-to-json.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const wire = (request: object): Buffer => jsonToWire(ExportTraceServiceRequest, JSON.stringify(request));
const requestOf = (...spans: object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

/** Field `number` of a message, written by hand. */
const field = (number: number, bytes: Uint8Array | string): Buffer =>
  Buffer.from(
    protobuf.Writer.create()
      .uint32((number << 3) | 2)
      .bytes(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      .finish(),
  );

/** What `read` says of every span, in order: the span itself does not outlive its turn. */
function decode<T>(body: Buffer, read: (span: WireSpan) => T): { spans: T[]; rejected: Rejected } {
  const spans: T[] = [];
  const rejected = new TraceDecoder().decode(body, (span) => spans.push(read(span)));
  return { spans, rejected };
}

const FULL = {
  traceId: TRACE,
  spanId: SPAN,
  traceState: 'vendor=1',
  parentSpanId: '00f067aa0ba902b7',
  flags: 257,
  name: 'chat gpt-4o — ünïcode 🙂',
  kind: 3,
  startTimeUnixNano: '1770921433316465123',
  endTimeUnixNano: '18446744073709551615',
  attributes: keyValues({ text: 'a', int: 9007199254740993n, list: [1, 'two', [true]], map: { deep: 0.5 } }),
  droppedAttributesCount: 4,
  events: [
    { timeUnixNano: '1770921433316465999', name: 'first', attributes: keyValues({ role: 'user' }) },
    { timeUnixNano: '0', name: '', droppedAttributesCount: 2 },
  ],
  droppedEventsCount: 5,
  links: [
    {
      traceId: TRACE,
      spanId: '00f067aa0ba902b8',
      traceState: 'x=y',
      attributes: keyValues({ why: 'retry' }),
    },
  ],
  droppedLinksCount: 6,
  status: { message: 'it broke', code: 2 },
};
const REQUEST = {
  resourceSpans: [
    {
      resource: { attributes: keyValues({ 'service.name': 'shop' }), droppedAttributesCount: 1 },
      scopeSpans: [
        {
          scope: { name: 'openai', version: '1.2.3', attributes: keyValues({ short: true }) },
          spans: [FULL],
          schemaUrl: 'https://scope.example',
        },
      ],
      schemaUrl: 'https://resource.example',
    },
  ],
};

describe('a span with every field', () => {
  const fieldsOf = (span: WireSpan) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: span.kind,
    startUnixNano: span.startUnixNano,
    endUnixNano: span.endUnixNano,
    statusCode: span.statusCode,
    statusMessage: span.statusMessage,
    attributes: new Map([...span.attributes.keys()].map((key) => [key, span.attributes.get(key)])),
  });
  const expected = {
    traceId: TRACE,
    spanId: SPAN,
    parentSpanId: '00f067aa0ba902b7',
    name: FULL.name,
    kind: 3,
    startUnixNano: 1770921433316465123n,
    endUnixNano: 2n ** 64n - 1n,
    statusCode: 2,
    statusMessage: 'it broke',
    attributes: new Map<string, unknown>([
      ['text', 'a'],
      ['int', 9007199254740993n],
      ['list', [1n, 'two', [true]]],
      ['map', new Map([['deep', 0.5]])],
    ]),
  };

  test('is decoded', () => {
    expect(decode(wire(REQUEST), fieldsOf)).toEqual({
      spans: [expected],
      rejected: { count: 0, message: '' },
    });
  });

  test('has its events, links, resource and scope', () => {
    const { spans } = decode(wire(REQUEST), (span) => ({
      counts: [span.eventCount, span.linkCount],
      events: span
        .events()
        .map(({ name, timeUnixNano, attributes }) => [name, timeUnixNano, attributes.get('role')]),
      service: span.resource.string('service.name'),
      scope: [span.scope.name, span.scope.version, span.scope.attributes.get('short')],
      schemaUrls: [span.from.resource.schemaUrl, span.from.scope.schemaUrl],
    }));
    expect(spans).toEqual([
      {
        counts: [2, 1],
        events: [
          ['first', 1770921433316465999n, 'user'],
          ['', 0n, undefined],
        ],
        service: 'shop',
        scope: ['openai', '1.2.3', true],
        schemaUrls: ['https://resource.example', 'https://scope.example'],
      },
    ]);
  });

  test('is the same read from its stored bytes', () => {
    const { spans } = decode(wire(REQUEST), ({ bytes, from }) =>
      readSpan(Buffer.from(bytes), readResource(from.resource.bytes), readScope(from.scope.bytes)),
    );
    const [record] = spans;
    expect(record).toMatchObject({ ...expected, attributes: { values: expected.attributes } });
    expect(record!.links).toMatchObject([{ traceId: TRACE, spanId: '00f067aa0ba902b8', traceState: 'x=y' }]);
    expect(record!.links[0]!.attributes.get('why')).toBe('retry');
    expect(record!.resource.get('service.name')).toBe('shop');
  });

  test('stands in its stored bytes as it was sent', () => {
    const { spans } = decode(wire(REQUEST), (span) => wireToJson(Span, span.bytes));
    expect(spans).toEqual([FULL]);
  });
});

test.for([
  ['an event', 11, 3],
  ['a link', 13, 4],
] as const)(
  'what is cut off in an attribute of %s is refused, though nobody asks for it',
  ([, part, attributes]) => {
    const bodyWith = (value: Buffer): Buffer => {
      const attribute = Buffer.concat([field(1, 'key'), field(2, value)]);
      const ids = [field(1, Buffer.from(TRACE, 'hex')), field(2, Buffer.from(SPAN, 'hex'))];
      const span = Buffer.concat([...ids, field(part, field(attributes, attribute))]);
      return field(1, field(2, field(2, span)));
    };
    const text = field(1, 'whole');
    expect(decode(bodyWith(text), ({ spanId }) => spanId).spans).toEqual([SPAN]);
    expect(() => decode(bodyWith(text.subarray(0, -1)), () => null)).toThrow(DecodeError);
  },
);

test('nothing of a span is left in the next one', () => {
  const bare = { traceId: TRACE, spanId: spanIdOf(2) };
  const { spans } = decode(wire(requestOf(FULL, bare)), (span) => [
    span.parentSpanId,
    span.name,
    span.kind,
    span.startUnixNano,
    span.statusCode,
    span.statusMessage,
    span.events().length,
    span.linkCount,
    [...span.attributes.keys()],
  ]);
  expect(spans[1]).toEqual([null, '', 0, 0n, 0, '', 0, 0, []]);
});

test('spans come in the order of the wire, each with its own resource and scope', () => {
  const request = {
    resourceSpans: ['a', 'b'].map((service) => ({
      resource: { attributes: keyValues({ 'service.name': service }) },
      scopeSpans: ['x', 'y'].map((name) => ({ scope: { name }, spans: [{ ...FULL, name: service + name }] })),
    })),
  };
  const { spans } = decode(wire(request), (span) => [
    span.name,
    span.resource.string('service.name'),
    span.scope.name,
  ]);
  expect(spans).toEqual([
    ['ax', 'a', 'x'],
    ['ay', 'a', 'y'],
    ['bx', 'b', 'x'],
    ['by', 'b', 'y'],
  ]);
});

test('a scope that follows its spans on the wire still counts for them', () => {
  const [span, scope, resource] = [
    jsonToWire(Span, JSON.stringify(FULL)),
    field(1, 'late'),
    field(1, field(1, Buffer.concat([field(1, 'service.name'), field(2, field(1, 'shop'))]))),
  ];
  const scopeSpans = field(2, Buffer.concat([field(2, span), field(1, scope)]));
  const body = field(1, Buffer.concat([scopeSpans, resource]));
  expect(decode(body, ({ scope, resource }) => [scope.name, resource.get('service.name')]).spans).toEqual([
    ['late', 'shop'],
  ]);
});

test('fields of a later protocol stay in the stored bytes', () => {
  const unknown = Buffer.concat([field(1000, 'from the future'), Buffer.from([0xfd, 0x3f, 1, 2, 3, 4])]);
  const span = Buffer.concat([jsonToWire(Span, JSON.stringify(FULL)), unknown]);
  const body = field(1, field(2, field(2, span)));
  const { spans } = decode(body, ({ bytes, name }) => [name, Buffer.from(bytes)]);
  expect(spans).toEqual([[FULL.name, span]]);
  expect(wireToJson(Span, span)).toEqual(FULL);
});

describe('ids', () => {
  const invalid: readonly [name: string, ids: object, message: string][] = [
    ['an all-zero trace id', { traceId: traceIdOf(0), spanId: SPAN }, 'trace id is all zero'],
    ['an all-zero span id', { traceId: TRACE, spanId: spanIdOf(0) }, 'span id is all zero'],
    ['no trace id', { spanId: SPAN }, 'trace id of 0 bytes, wanted 16'],
    ['no span id', { traceId: TRACE }, 'span id of 0 bytes, wanted 8'],
    ['a short trace id', { traceId: TRACE.slice(2), spanId: SPAN }, 'trace id of 15 bytes, wanted 16'],
    ['a long span id', { traceId: TRACE, spanId: `${SPAN}00` }, 'span id of 9 bytes, wanted 8'],
    ['what is no hex', { traceId: 'x'.repeat(32), spanId: SPAN }, 'trace id of 0 bytes, wanted 16'],
    ['a digit too many', { traceId: `${TRACE}0`, spanId: SPAN }, 'trace id of 0 bytes, wanted 16'],
    ['hex with something behind it', { traceId: TRACE, spanId: `${SPAN}!!` }, 'span id of 0 bytes, wanted 8'],
  ];

  test.for(invalid)('%s is rejected alone', ([, ids, message]) => {
    const good = { traceId: TRACE, spanId: spanIdOf(7) };
    const { spans, rejected } = decode(wire(requestOf(good, ids, good)), ({ spanId }) => spanId);
    expect(spans).toEqual([spanIdOf(7), spanIdOf(7)]);
    expect(rejected).toEqual({ count: 1, message });
  });

  test('all that are invalid are counted, with five reasons', () => {
    const { spans, rejected } = decode(wire(requestOf(...invalid.map(([, ids]) => ids))), () => true);
    expect(spans).toEqual([]);
    const message = [
      'trace id is all zero (1)',
      'span id is all zero (1)',
      'trace id of 0 bytes, wanted 16 (3)',
      'span id of 0 bytes, wanted 8 (2)',
      'trace id of 15 bytes, wanted 16 (1)',
      'other reasons (1)',
    ].join('; ');
    expect(rejected).toEqual({ count: invalid.length, message });
  });

  test('a reason that is the only one is told as it is, of however many', () => {
    const [, ids, message] = invalid[0]!;
    expect(decode(wire(requestOf(ids, ids)), () => true).rejected).toEqual({ count: 2, message });
  });

  test('are lower case whatever the exporter wrote', () => {
    const ids = { traceId: TRACE.toUpperCase(), spanId: SPAN.toUpperCase(), parentSpanId: 'AB'.repeat(8) };
    expect(
      decode(wire(requestOf(ids)), ({ traceId, spanId, parentSpanId }) => [traceId, spanId, parentSpanId])
        .spans,
    ).toEqual([[TRACE, SPAN, 'ab'.repeat(8)]]);
  });

  test.for(['', spanIdOf(0), 'ab', `${SPAN}00`])('the parent id "%s" means a root', (parentSpanId) => {
    const span = { traceId: TRACE, spanId: SPAN, parentSpanId };
    expect(decode(wire(requestOf(span)), (read) => read.parentSpanId).spans).toEqual([null]);
  });
});

test('an empty request has no spans', () => {
  for (const body of [Buffer.alloc(0), wire({}), wire({ resourceSpans: [{}, { scopeSpans: [{}] }] })])
    expect(decode(body, () => true)).toEqual({ spans: [], rejected: { count: 0, message: '' } });
});

test('a decoder that refused a body reads the next one', () => {
  const decoder = new TraceDecoder();
  const body = traceBytes({ spans: [{ traceId: TRACE, spanId: SPAN, attributes: { a: 1 } }] });
  const read: unknown[] = [];
  expect(() => decoder.decode(body.subarray(0, body.length - 1), () => {})).toThrow(DecodeError);
  decoder.decode(body, (span) => read.push(span.attributes.get('a')));
  expect(read).toEqual([1n]);
});
