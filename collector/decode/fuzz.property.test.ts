import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WHOLE_REQUEST } from '../testing/whole-request.ts';
import { EXPORT_REQUESTS, estimateItems } from './count.ts';
import { jsonToWire } from './json-to-wire.ts';
import { plainAttributes } from './plain-json.ts';
import { ExportTraceServiceRequest, InstrumentationScope, Resource, Span } from './protocol.ts';
import { readResource, readScope, readSpan } from './span-record.ts';
import { TraceDecoder, type WireSpan } from './traces.ts';
import { DecodeError } from './wire.ts';
import { wireToJson } from './wire-to-json.ts';

const BODY = jsonToWire(ExportTraceServiceRequest, WHOLE_REQUEST);

/** Runs `read` and passes on whether it accepted; anything thrown but a DecodeError fails the test. */
function accepts(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return false;
  }
}

/** What is read of a span once it is stored: none of it may fail, least of all with a DecodeError. */
function readAgain(span: WireSpan): void {
  try {
    compareWithStored(span);
  } catch (cause) {
    throw new Error(`a stored span can't be read: ${String(cause)}`, { cause });
  }
}

function compareWithStored(span: WireSpan): void {
  const { bytes, from } = span;
  const record = readSpan(bytes, readResource(from.resource.bytes), readScope(from.scope.bytes));
  expect(record).toMatchObject({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: span.kind,
    startUnixNano: span.startUnixNano,
    statusCode: span.statusCode,
    statusMessage: span.statusMessage,
  });
  expect(record.events).toEqual(span.events());
  expect(record.links).toHaveLength(span.linkCount);
  expect(plainAttributes(record.attributes)).toEqual(plainAttributes(span.attributes));
  JSON.stringify([
    wireToJson(Span, bytes),
    wireToJson(Resource, from.resource.bytes),
    wireToJson(InstrumentationScope, from.scope.bytes),
  ]);
}

const byteChange = fc.tuple(
  fc.nat(BODY.length - 1),
  fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xff)),
);
const mutated = fc.oneof(
  fc.array(byteChange, { minLength: 1, maxLength: 4 }).map((changes) => {
    const bytes = Buffer.from(BODY);
    for (const [at, byte] of changes) bytes[at] = byte;
    return bytes;
  }),
  fc.nat(BODY.length).map((length) => BODY.subarray(0, length)),
  fc
    .tuple(fc.nat(BODY.length), fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.nat(8))
    .map(([at, inserted, removed]) =>
      Buffer.concat([BODY.subarray(0, at), inserted, BODY.subarray(at + removed)]),
    ),
);

describe('whatever the bytes are', () => {
  test('a changed request is refused as malformed, or every span of it can be read again', () => {
    const decoder = new TraceDecoder();
    fc.assert(
      fc.property(mutated, (bytes) => {
        accepts(() => decoder.decode(bytes, readAgain));
      }),
      { numRuns: 5000 },
    );
  });

  test('every single wire type in every place is refused, or every span can be read again', () => {
    const decoder = new TraceDecoder();
    let accepted = 0;
    for (let at = 0; at < BODY.length; at++)
      for (let wireType = 0; wireType < 8; wireType++) {
        const bytes = Buffer.from(BODY);
        bytes[at] = (bytes[at]! & ~7) | wireType;
        if (accepts(() => decoder.decode(bytes, readAgain))) accepted++;
      }
    // Every byte with its own lower bits at least: the request as it was.
    expect(accepted).toBeGreaterThanOrEqual(BODY.length);
  });

  test('random bytes are refused as malformed, or read', () => {
    const decoder = new TraceDecoder();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (drawn) => {
        const bytes = Buffer.from(drawn);
        accepts(() => decoder.decode(bytes, readAgain));
        for (const message of Object.values(EXPORT_REQUESTS)) accepts(() => wireToJson(message, bytes));
        expect(estimateItems('traces', bytes, 'protobuf')).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('a body cut anywhere but at its end is refused', () => {
    const decoder = new TraceDecoder();
    const body = BODY;
    for (let length = 1; length < body.length; length++)
      expect(accepts(() => decoder.decode(body.subarray(0, length), () => {}))).toBe(false);
    expect(accepts(() => decoder.decode(body, () => {}))).toBe(true);
  });
});

describe('whatever the JSON is', () => {
  const text = WHOLE_REQUEST;
  const json = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc
      .tuple(fc.nat(text.length), fc.string({ maxLength: 5 }), fc.nat(5))
      .map(([at, inserted, removed]) => text.slice(0, at) + inserted + text.slice(at + removed)),
    // The right names with values of any type.
    fc
      .jsonValue({ maxDepth: 3 })
      .chain((value) =>
        fc
          .constantFrom(
            'resource',
            'scope',
            'spans',
            'attributes',
            'name',
            'kind',
            'status',
            'traceId',
            'intValue',
          )
          .map((key) => text.replace(new RegExp(`"${key}":`), `"${key}":${JSON.stringify(value)},"old":`)),
      ),
  );

  test('it is refused as malformed, or becomes bytes whose spans can be read again', () => {
    const decoder = new TraceDecoder();
    fc.assert(
      fc.property(json, (body) => {
        accepts(() => decoder.decode(jsonToWire(ExportTraceServiceRequest, body), readAgain));
      }),
      { numRuns: 2000 },
    );
  });

  test.for<[name: string, body: string]>([
    ['lists', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['lists with a long number', `${'['.repeat(10_000)}1770921433316465123${']'.repeat(10_000)}`],
    ['objects', '{"resourceSpans":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
    [
      'attribute values',
      `{"resourceSpans":[{"resource":{"attributes":[{"key":"k","value":${'{"arrayValue":{"values":['.repeat(10_000)}${']}}'.repeat(10_000)}}]}}]}`,
    ],
  ])('10,000 %s in each other are refused', ([, body]) => {
    expect(() => jsonToWire(ExportTraceServiceRequest, body)).toThrow(DecodeError);
  });
});
