import protobuf from 'protobufjs';
import type { Signal } from '../decode/count.ts';
import { jsonOf, send, type Answer } from './http-client.ts';
import { traceBytes, traceRequest, type RequestSpec } from './otlp.ts';

/** Definitions of our own, so that the collector's encoder is not its own judge. */
const { root } = protobuf.parse(`syntax = "proto3";
  message Partial { int64 rejected = 1; string error_message = 2; }
  message ExportResponse { Partial partial_success = 1; }
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }`);

const decode = (type: string, bytes: Uint8Array): Record<string, unknown> => {
  const message = root.lookupType(type);
  return message.toObject(message.decode(bytes), { longs: Number });
};

export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

/** `partial_success` of a protobuf answer, null where there is none. */
export function partialOf(bytes: Uint8Array): PartialSuccess | null {
  const { partialSuccess } = decode('ExportResponse', bytes) as {
    partialSuccess?: { rejected?: number; errorMessage?: string };
  };
  if (!partialSuccess) return null;
  return { rejected: partialSuccess.rejected ?? 0, message: partialSuccess.errorMessage ?? '' };
}

const REJECTED = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const;

/** The same of a JSON answer, which may hold nothing else. */
export function partialOfJson(answer: Answer, signal: Signal = 'traces'): PartialSuccess | null {
  const { partialSuccess, ...others } = jsonOf(answer) as { partialSuccess?: Record<string, string> };
  if (Object.keys(others).length > 0) throw new Error(`more than an answer: ${String(answer.body)}`);
  if (!partialSuccess) return null;
  return {
    rejected: Number(partialSuccess[REJECTED[signal]]),
    message: String(partialSuccess['errorMessage']),
  };
}

export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  /** Seconds of a RetryInfo among the details. */
  readonly retrySeconds: number | null;
}

/** A `google.rpc.Status`. */
export function rpcStatusOf(bytes: Uint8Array): RpcStatus {
  const { code, message, details } = decode('Status', bytes) as {
    code: number;
    message: string;
    details?: { typeUrl: string; value: Uint8Array }[];
  };
  const info = details?.find(({ typeUrl }) => typeUrl === 'type.googleapis.com/google.rpc.RetryInfo');
  const retry = info && (decode('RetryInfo', info.value) as { retryDelay: { seconds: number } });
  return { code, message, retrySeconds: retry ? retry.retryDelay.seconds : null };
}

export const PROTOBUF = { 'content-type': 'application/x-protobuf' } as const;
export const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** `base` is a server, or one with a project: `http://…/otel/shop`. */
export const postProtobuf = (
  base: string,
  request: RequestSpec | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(`${base}/v1/traces`, {
    headers: { ...PROTOBUF, ...headers },
    body: Buffer.isBuffer(request) ? request : traceBytes(request),
  });

export const postJson = (
  base: string,
  request: RequestSpec | string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(`${base}/v1/traces`, {
    headers: { ...JSON_TYPE, ...headers },
    body: typeof request === 'string' ? request : JSON.stringify(traceRequest(request)),
  });

/** Stores spans of a project, or throws. */
export async function store(url: string, project: string, ...requests: RequestSpec[]): Promise<void> {
  for (const request of requests) {
    const answer = await postProtobuf(`${url}/otel/${project}`, request);
    if (answer.status !== 200 || answer.body.length > 0)
      throw new Error(`not stored: ${answer.status} ${String(answer.body)}`);
  }
}

/** Stores what an export request of any signal carries in a project, or throws. An object is sent as JSON. */
export async function storeSignal(
  url: string,
  project: string,
  signal: Signal,
  request: Buffer | object,
): Promise<void> {
  const isBytes = Buffer.isBuffer(request);
  const answer = await send(`${url}/otel/${project}/v1/${signal}`, {
    headers: isBytes ? PROTOBUF : JSON_TYPE,
    body: isBytes ? request : JSON.stringify(request),
  });
  const nothing = isBytes ? '' : '{}';
  if (answer.status !== 200 || String(answer.body) !== nothing)
    throw new Error(`not stored: ${answer.status} ${String(answer.body)}`);
}
