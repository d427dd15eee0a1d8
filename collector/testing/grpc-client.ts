import http2, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import {
  Client,
  Metadata,
  compressionAlgorithms,
  credentials,
  status,
  type ServiceError,
} from '@grpc/grpc-js';
import type { Signal } from '../decode/count.ts';

const SERVICES: Readonly<Record<Signal, string>> = {
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
};

export interface GrpcAnswer {
  /** A name of google.rpc.Code, `OK` for an answer. */
  readonly code: string;
  readonly details: string;
  /** `grpc-status-details-bin`. */
  readonly status: Buffer | null;
  readonly body: Buffer;
}

export interface GrpcCall {
  readonly signal?: Signal;
  readonly gzip?: boolean;
  readonly projectId?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** `:authority`; the address, where none is given. */
  readonly authority?: string;
}

const asBytes = (bytes: Buffer): Buffer => bytes;

/** One Export call with these bytes, on a connection of its own. */
export async function callGrpc(address: string, body: Buffer, call: GrpcCall = {}): Promise<GrpcAnswer> {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.default_compression_algorithm': compressionAlgorithms[call.gzip ? 'gzip' : 'identity'],
    'grpc.use_local_subchannel_pool': 1,
    ...(call.authority === undefined ? {} : { 'grpc.default_authority': call.authority }),
  });
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(call.metadata ?? {})) metadata.set(key, value);
  if (call.projectId !== undefined) metadata.set('x-project-id', call.projectId);
  const path = `/${SERVICES[call.signal ?? 'traces']}/Export`;
  try {
    return await new Promise((resolve) => {
      client.makeUnaryRequest(path, asBytes, asBytes, body, metadata, (error, answer) =>
        resolve(
          error ? refused(error) : { code: 'OK', details: '', status: null, body: answer ?? Buffer.alloc(0) },
        ),
      );
    });
  } finally {
    client.close();
  }
}

function refused(error: ServiceError): GrpcAnswer {
  const [details] = error.metadata.get('grpc-status-details-bin');
  return {
    code: status[error.code],
    details: error.details,
    status: Buffer.isBuffer(details) ? details : null,
    body: Buffer.alloc(0),
  };
}

/** A message as it stands on the wire. */
export function grpcMessage(body: Buffer, { isPacked }: { readonly isPacked: boolean }): Buffer {
  const head = Buffer.from([isPacked ? 1 : 0, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** An Export call of these messages with these headers, by a client that knows no limits; answers `grpc-status`. */
export async function rawGrpcCall(
  address: string,
  messages: readonly Buffer[],
  headers: OutgoingHttpHeaders,
): Promise<unknown> {
  const session = http2.connect(`http://${address}`);
  try {
    return await new Promise((resolve, reject) => {
      session.once('error', reject);
      const stream = session.request({
        ':method': 'POST',
        ':path': `/${SERVICES.traces}/Export`,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      });
      stream.once('error', reject);
      const answered = (received: IncomingHttpHeaders): void => {
        if (received['grpc-status'] !== undefined) resolve(received['grpc-status']);
      };
      stream.once('response', answered);
      stream.once('trailers', answered);
      stream.resume();
      stream.end(Buffer.concat(messages));
    });
  } finally {
    session.destroy();
  }
}
