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
import type { Socket } from 'node:net';
import { encodeExportResponse, encodeRetryStatus } from '../decode/answers.ts';
import { SIGNALS, type Signal } from '../decode/count.ts';
import { ApiError, ERROR_CATALOGUE } from '../errors.ts';
import { type Patience, STOP_PATIENCE_MS } from '../lib/patience.ts';
import { GrpcBody } from './grpc-body.ts';
import { GrpcCall } from './grpc-call.ts';
import { projectIdOf, type GrpcCaller, type ReceiverOptions } from './receiver.ts';
import type { RequestLog } from './request-log.ts';

const SERVICES: Readonly<Record<Signal, string>> = {
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
};

const pathOf = (signal: Signal): string => `/${SERVICES[signal]}/Export`;
const SIGNAL_OF_PATH: ReadonlyMap<string, Signal> = new Map(
  SIGNALS.map((signal) => [pathOf(signal), signal]),
);

/** Messages stay bytes: decoding is the ingest thread's work. */
const asBytes = (bytes: Buffer): Buffer => bytes;

const definition = (signal: Signal): ServiceDefinition => ({
  Export: {
    path: pathOf(signal),
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
  readonly requests: RequestLog;
  readonly patience: Patience;
  /** Told of what is no refusal but a fault of ours. */
  readonly onFailure: (error: unknown) => void;
}

/** A private member of grpc-js' server (1.14): calls of methods that are not in it are answered without asking us. */
interface InnerServer {
  readonly handlers: Map<string, object>;
}

/** Has calls of unknown methods come to the interceptor, which refuses them all. */
function seeUnserved(server: Server): void {
  const { handlers } = server as unknown as InnerServer;
  const handlerOf = handlers.get.bind(handlers);
  handlers.get = (path) => handlerOf(path) ?? { ...handlerOf(pathOf('traces')), path };
}

/** Calls at once on one connection: exporters have one or two under way and wait with the next. */
const MAX_CALLS_A_CONNECTION = 256;

/** OTLP/gRPC on connections that are given to it. The size limit counts the decompressed message. */
export class GrpcService {
  readonly #server: Server;
  readonly #injectConnection: (connection: Socket) => void;

  constructor(options: GrpcOptions) {
    // It would write lines of its own to stderr; what matters is in our log.
    setLogVerbosity(logVerbosity.NONE);
    this.#server = new Server({
      'grpc.max_receive_message_length': options.maxBodyBytes,
      'grpc.max_concurrent_streams': MAX_CALLS_A_CONNECTION,
      'grpc.max_connection_idle_ms': options.patience.idleMs,
      interceptors: [admission(options)],
    });
    const injector = this.#server.createConnectionInjector(ServerCredentials.createInsecure());
    this.#injectConnection = (connection) => injector.injectConnection(connection);
    for (const signal of SIGNALS) {
      const implementation: UntypedServiceImplementation = {
        Export: (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
          void receive(signal, call, callback, options);
        },
      };
      this.#server.addService(definition(signal), implementation);
    }
    seeUnserved(this.#server);
  }

  /** Speaks HTTP/2 on it from here on. */
  take(connection: Socket): void {
    this.#injectConnection(connection);
  }

  /** Finishes the calls under way; those still open after a while are cut. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      const cut = setTimeout(() => this.#server.forceShutdown(), STOP_PATIENCE_MS);
      this.#server.tryShutdown(() => {
        clearTimeout(cut);
        resolve();
      });
    });
  }
}

const TOO_LONG = {
  code: status.DEADLINE_EXCEEDED,
  details: 'the request took too long to come',
  metadata: null,
};

const GIVEN_UP = { code: status.CANCELLED, details: 'the caller went without waiting for the answer' };

/** By the metadata of a call, which the interceptor and the handler both have. */
const calls = new WeakMap<Metadata, GrpcCall>();

/** Refuses a call at its metadata, before its message is read, or when that does not come; writes down how each call ended. */
function admission(options: GrpcOptions): ServerInterceptor {
  const { admit, openRoom, maxBodyBytes, requests, patience, onFailure } = options;
  return ({ path }, call) => {
    const body = new GrpcBody(call);
    const seen = new GrpcCall(path, SIGNAL_OF_PATH.get(path) ?? null);
    const sendStatus = call.sendStatus.bind(call);
    const tooLong = setTimeout(() => call.sendStatus(TOO_LONG), patience.requestMs).unref();
    // Set on the call itself: a message that grpc-js can't take it refuses without asking an interceptor.
    call.sendStatus = (answer) => {
      clearTimeout(tooLong);
      // Of a call that is given up midway grpc-js says that it has no message, before the stream tells that it was given up.
      if (answer.code === status.UNIMPLEMENTED && seen.refusal === null)
        setImmediate(() => seen.writeTo(requests, body.isGivenUp ? GIVEN_UP : answer));
      else seen.writeTo(requests, answer);
      sendStatus(answer);
      body.drop();
    };
    const refuse = (error: unknown): void => call.sendStatus(refusal(error, seen, onFailure));
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            calls.set(metadata, seen);
            seen.metadata = metadata;
            try {
              seen.caller = {
                authority: call.getHost(),
                origin: textOf(metadata, 'origin'),
                authorization: textOf(metadata, 'authorization'),
              };
              admit(seen.caller);
              if (seen.signal === null)
                throw new ApiError('NOT_FOUND', `the method ${path} is not served here`);
              // Nothing says how long the message is: whether there is room for anything.
              seen.room = openRoom(0);
            } catch (error) {
              return refuse(error);
            }
            body.countIn(seen.room, maxBodyBytes, refuse);
            goOn(metadata);
          },
          // The whole message is there: from now on it is we who take our time.
          onReceiveHalfClose: (goOn) => {
            clearTimeout(tooLong);
            goOn();
          },
          onCancel: () => clearTimeout(tooLong),
        }),
    });
  };
}

/** All values under the name, so that a second one can't slip through unchecked. */
const textOf = (metadata: Metadata, name: string): string | undefined =>
  metadata.get(name).map(String).join(', ') || undefined;

async function receive(
  signal: Signal,
  call: ServerUnaryCall<Buffer, Buffer>,
  callback: sendUnaryData<Buffer>,
  options: GrpcOptions,
): Promise<void> {
  const seen = calls.get(call.metadata);
  try {
    const body = call.request;
    const projectId = projectIdOf(call.metadata.get('x-project-id')[0]);
    if (seen) Object.assign(seen, { projectId, bytes: body.length });
    // From here on the request counts with those that wait.
    seen?.room?.free();
    const outcome = await options.consume({ signal, encoding: 'protobuf', projectId, body });
    if (seen) seen.outcome = outcome;
    callback(null, encodeExportResponse(signal, 'protobuf', outcome));
  } catch (error) {
    callback(refusal(error, seen, options.onFailure));
  }
}

function refusal(
  error: unknown,
  seen: GrpcCall | undefined,
  onFailure: GrpcOptions['onFailure'],
): { code: status; details: string; metadata: Metadata } {
  if (!(error instanceof ApiError)) {
    onFailure(error);
    return refusal(new ApiError('STORAGE_ERROR', 'internal error, see the log'), seen, onFailure);
  }
  const metadata = new Metadata();
  if (seen) seen.refusal = error;
  const code = status[ERROR_CATALOGUE[error.code].grpc];
  if (error.retryable)
    metadata.set('grpc-status-details-bin', encodeRetryStatus(code, error.message, error.retryAfterSeconds));
  return { code, details: error.message, metadata };
}
