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
