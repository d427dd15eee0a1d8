import {
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  logVerbosity,
  setLogVerbosity,
  status,
  type ServerInterceptor,
  type ServiceDefinition,
  type UntypedServiceImplementation,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { encodeExportResponse, encodeRetryStatus } from '../decode/answers.ts';
import type { Signal } from '../decode/count.ts';
import { ApiError, ERROR_CATALOGUE, RETRY_AFTER_SECONDS } from '../errors.ts';
import { projectIdOf, type GrpcCaller, type ReceiverOptions } from './receiver.ts';

const SERVICES: Readonly<Record<Signal, string>> = {
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
};

/** Messages stay bytes: decoding is the ingest thread's work. */
const asBytes = (bytes: Buffer): Buffer => bytes;

const definition = (service: string): ServiceDefinition => ({
  Export: {
    path: `/${service}/Export`,
    requestStream: false,
    responseStream: false,
    requestSerialize: asBytes,
    requestDeserialize: asBytes,
    responseSerialize: asBytes,
    responseDeserialize: asBytes,
  },
});

export interface GrpcOptions extends ReceiverOptions {
  /** Throws the ApiError that refuses the call: host, origin, token. */
  readonly admit: (caller: GrpcCaller) => void;
}

/** OTLP/gRPC. gzip is grpc-js's own; the size limit counts the decompressed message. */
export class GrpcReceiver {
  readonly #server: Server;

  constructor(options: GrpcOptions) {
    // It would write lines of its own to stderr, for a taken port too; what matters is in our log.
    setLogVerbosity(logVerbosity.NONE);
    this.#server = new Server({
      'grpc.max_receive_message_length': options.maxBodyBytes,
      interceptors: [admission(options.admit)],
    });
    for (const signal of ['traces', 'metrics', 'logs'] as const) {
      const implementation: UntypedServiceImplementation = {
        Export: (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
          void receive(signal, call, callback, options);
        },
      };
      this.#server.addService(definition(SERVICES[signal]), implementation);
    }
  }

  /** Resolves with the port it listens on; rejects when the port is taken. */
  start(host: string, port: number): Promise<number> {
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
  }

  /** Finishes the calls under way; those still open after two seconds are cut. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      const cut = setTimeout(() => this.#server.forceShutdown(), 2000);
      this.#server.tryShutdown(() => {
        clearTimeout(cut);
        resolve();
      });
    });
  }
}

/** Refuses a call at its metadata, before its message is read. */
function admission(admit: GrpcOptions['admit']): ServerInterceptor {
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            try {
              admit({
                authority: call.getHost(),
                origin: textOf(metadata, 'origin'),
                authorization: textOf(metadata, 'authorization'),
              });
            } catch (error) {
              call.sendStatus(refusal(error));
              return;
            }
            goOn(metadata);
          },
        }),
    });
}

/** All that was given under the name, so that the second of two values can't slip through. */
const textOf = (metadata: Metadata, name: string): string | undefined =>
  metadata.get(name).map(String).join(', ') || undefined;

async function receive(
  signal: Signal,
  call: ServerUnaryCall<Buffer, Buffer>,
  callback: sendUnaryData<Buffer>,
  options: ReceiverOptions,
): Promise<void> {
  try {
    const projectId = projectIdOf(call.metadata.get('x-project-id')[0]);
    const outcome = await options.consume({ signal, encoding: 'protobuf', projectId, body: call.request });
    callback(null, encodeExportResponse(signal, 'protobuf', outcome));
  } catch (error) {
    callback(refusal(error));
  }
}

function refusal(error: unknown): { code: status; details: string; metadata: Metadata } {
  const metadata = new Metadata();
  if (!(error instanceof ApiError)) return { code: status.INTERNAL, details: 'internal error', metadata };
  const code = status[ERROR_CATALOGUE[error.code].grpc];
  if (error.retryable)
    metadata.set('grpc-status-details-bin', encodeRetryStatus(code, error.message, RETRY_AFTER_SECONDS));
  return { code, details: error.message, metadata };
}
