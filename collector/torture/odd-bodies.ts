import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { type Encoding, EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import { keyValues, spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';

export interface OddBody {
  readonly signal: Signal;
  readonly encoding: Encoding;
  /** As `Content-Encoding` has it; null for none. */
  readonly packing: string | null;
  readonly body: Buffer;
}

const attributes = { text: 'x', int: 7, 'gen_ai.operation.name': 'chat', map: { inner: [['deep']] } };
const point = { timeUnixNano: metricTime(1), asInt: '1', attributes: keyValues(attributes) };

/** One small request of each signal that has a bit of everything. */
const SAMPLES: Readonly<Record<Signal, Buffer>> = {
  traces: traceBytes({
    spans: [1, 2, 3].map((n) => ({
      traceId: traceIdOf(1),
      spanId: spanIdOf(n),
      parentSpanId: spanIdOf(n - 1),
      attributes: { ...attributes, 'gen_ai.usage.input_tokens': n, 'session.id': 's' },
      events: [{ name: 'gen_ai.user.message', attributes: { content: 'hello' } }],
      status: { code: 2, message: 'failed' },
    })),
  }),
  logs: logBytes({ logs: [{ body: 'a log' }, { body: { map: ['of', 'values'] } }] }),
  metrics: metricBytes([
    { name: 'gauge', gauge: { dataPoints: [point] } },
    { name: 'sum', sum: { dataPoints: [point], isMonotonic: true } },
  ]),
};

const JSON_SAMPLES = Object.fromEntries(
  Object.entries(SAMPLES).map(([signal, bytes]) => [
    signal,
    Buffer.from(JSON.stringify(wireToJson(EXPORT_REQUESTS[signal as Signal], bytes))),
  ]),
) as Readonly<Record<Signal, Buffer>>;

/** The bytes with some changed, cut off, put in or taken out; or as they were. */
export function mutated(bytes: Buffer): fc.Arbitrary<Buffer> {
  const at = fc.nat(Math.max(bytes.length - 1, 0));
  const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 0x0a, 0x22, 0x7f, 0x80, 0xff));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(bytes) },
    {
      weight: 4,
      arbitrary: fc.array(fc.tuple(at, byte), { minLength: 1, maxLength: 4 }).map((changes) => {
        const changed = Buffer.from(bytes);
        for (const [place, value] of changed.length > 0 ? changes : []) changed[place] = value;
        return changed;
      }),
    },
    { weight: 2, arbitrary: at.map((length) => bytes.subarray(0, length)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.nat(8))
        .map(([place, inserted, removed]) =>
          Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + removed)]),
        ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random)) },
  );
}

const PACKERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body, { level: 1 }),
  deflate: (body) => deflateSync(body, { level: 1 }),
  zstd: (body) => zstdCompressSync(body),
  br: (body) => brotliCompressSync(body),
};

const oddPlain = fc
  .tuple(
    fc.constantFrom<Signal[]>('traces', 'logs', 'metrics'),
    fc.constantFrom<Encoding[]>('protobuf', 'json'),
  )
  .chain(([signal, encoding]) =>
    mutated((encoding === 'json' ? JSON_SAMPLES : SAMPLES)[signal]).map((body) => ({
      signal,
      encoding,
      body,
    })),
  );

/** An export request with something odd in what it says, or in how it is packed. */
export const oddBody: fc.Arbitrary<OddBody> = fc.oneof(
  oddPlain.map((plain) => ({ ...plain, packing: null })),
  fc
    .tuple(oddPlain, fc.constantFrom(...Object.keys(PACKERS)))
    .chain(([plain, packing]) =>
      mutated(PACKERS[packing]!(plain.body)).map((body) => ({ ...plain, packing, body })),
    ),
);

export const sampleOf = (signal: Signal): Buffer => SAMPLES[signal];
