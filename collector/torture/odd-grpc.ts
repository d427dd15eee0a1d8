import http2, {
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import type { Signal } from '../decode/count.ts';
import { mutated, sampleOf } from './odd-bodies.ts';

export interface OddCall {
  readonly headers: OutgoingHttpHeaders;
  readonly frames: Buffer;
}

const SERVICES: Readonly<Record<Signal, string>> = {
  traces: 'trace.v1.TraceService',
  logs: 'logs.v1.LogsService',
  metrics: 'metrics.v1.MetricsService',
};

/** A length-prefixed message. */
function frame(message: Buffer, flag = 0, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(length >>> 0, 1);
  return Buffer.concat([head, message]);
}

const oddFrames = (sample: Buffer): fc.Arbitrary<Buffer> =>
  fc.oneof(
    mutated(sample).map((message) => frame(message)),
    mutated(gzipSync(sample, { level: 1 })).map((message) => frame(message, 1)),
    mutated(frame(sample)),
    fc
      .tuple(fc.constantFrom(0, 1, 2, 255), fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1))
      .map(([flag, length]) => frame(sample, flag, length)),
    fc.constant(Buffer.concat([frame(sample), frame(sample)])),
    fc.constant(Buffer.alloc(0)),
  );

/** What is as it should be in nine of ten. */
const mostly = <T>(right: T, ...odd: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

/** An Export call with something odd in its metadata or its frames. */
export const oddCall: fc.Arbitrary<OddCall> = fc
  .tuple(
    fc.constantFrom<Signal[]>('traces', 'logs', 'metrics'),
    mostly('application/grpc', 'application/grpc+proto', 'application/json', ''),
    mostly('gzip', 'identity', 'deflate', 'x'),
    mostly(undefined, 'shop', '.', ' ', 'x'.repeat(500)),
    mostly(undefined, '1n', '0S', 'x'),
    mostly('/Export', '/export', ''),
  )
  .chain(([signal, type, encoding, project, timeout, method]) =>
    oddFrames(sampleOf(signal)).map((frames) => ({
      frames,
      headers: {
        ':method': 'POST',
        ':path': `/opentelemetry.proto.collector.${SERVICES[signal]}${method}`,
        'content-type': type,
        'grpc-encoding': encoding,
        te: 'trailers',
        ...(project === undefined ? {} : { 'x-project-id': project }),
        ...(timeout === undefined ? {} : { 'grpc-timeout': timeout }),
      },
    })),
  );

/** One connection that is made again when the other side has hung up. */
export class OddCaller {
  readonly #address: string;
  #session: ClientHttp2Session | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /** `grpc-status` and `grpc-message`; null where the stream or the connection was ended without. */
  call({ headers, frames }: OddCall): Promise<{ status: string; message: string } | null> {
    const session = this.#open();
    return new Promise((resolve) => {
      const stream = session.request(headers);
      const told = (answer: IncomingHttpHeaders): void => {
        const { 'grpc-status': status, 'grpc-message': message } = answer;
        if (typeof status === 'string')
          resolve({ status, message: typeof message === 'string' ? message : '' });
      };
      stream.on('response', told);
      stream.on('trailers', told);
      stream.on('error', () => resolve(null));
      stream.on('close', () => resolve(null));
      stream.resume();
      stream.end(frames);
    });
  }

  close(): void {
    this.#session?.destroy();
  }

  #open(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = http2.connect(`http://${this.#address}`);
    session.on('error', () => {});
    this.#session = session;
    return session;
  }
}
