import type { Health } from '../contract/health.ts';
import type { Signal } from '../decode/count.ts';
import type { ErrorCode } from '../errors.ts';
import type { Outcome } from './receiver.ts';

/** The ports that exporters send to, as the health report calls them. */
export type ReceiverName = keyof Health['receivers'];

/** Where they listen: `http://127.0.0.1:4318`, `127.0.0.1:4317` for gRPC; null where nothing does. */
export type ReceiverAddresses = Readonly<Record<ReceiverName, string | null>>;

/** An export request as its receiver saw it, answered. */
export interface Attempt {
  readonly timeMs: number;
  readonly port: ReceiverName;
  readonly transport: 'http' | 'grpc';
  /** It spoke TLS, of which nothing can be read here. */
  readonly isTls: boolean;
  readonly signal: Signal | null;
  readonly path: string | null;
  readonly projectId: string | null;
  readonly encoding: string | null;
  readonly contentType: string | null;
  /** Of the body, unpacked; as announced where it was not read, 0 where nothing says it. */
  readonly bytes: number;
  /** That it was answered with over HTTP, or would have been. */
  readonly status: number;
  readonly code: ErrorCode | null;
  /** What the exporter was told of what is wrong; may be empty. */
  readonly message: string | null;
  /** Null where it was refused. */
  readonly outcome: Outcome | null;
  readonly durationMs: number;
  readonly userAgent: string | null;
  /** What the client calls the collector: `Host`, or `:authority` of HTTP/2. */
  readonly host: string | null;
  /** The origin of the web page that sent it. */
  readonly origin: string | null;
}
