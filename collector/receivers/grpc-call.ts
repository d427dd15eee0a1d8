import { status, type Metadata, type StatusObject } from '@grpc/grpc-js';
import type { Signal } from '../decode/count.ts';
import { ERROR_CATALOGUE, type ApiError, type ErrorCode } from '../errors.ts';
import type { Room } from '../lib/room.ts';
import type { Attempt } from './attempt.ts';
import type { GrpcCaller, Outcome } from './receiver.ts';
import type { RequestLog } from './request-log.ts';

/** What is found out about a call on its way to the answer. */
export class GrpcCall {
  readonly #path: string;
  /** Null where nothing is served at its path. */
  readonly signal: Signal | null;
  readonly #began = performance.now();
  #userAgent: string | null = null;
  /** Where that is known. */
  caller: GrpcCaller | null = null;
  projectId: string | null = null;
  bytes = 0;
  outcome: Outcome | null = null;
  refusal: ApiError | null = null;
  /** Held while its message comes; null until it is admitted. */
  room: Room | null = null;
  #isWritten = false;

  constructor(path: string, signal: Signal | null) {
    this.#path = path;
    this.signal = signal;
  }

  set metadata(metadata: Metadata) {
    this.#userAgent = metadata.get('user-agent').map(String)[0] ?? null;
  }

  /** As gRPC answered it: the first counts, since the caller's deadline may have passed before the end. */
  writeTo(requests: RequestLog, { code, details }: Pick<StatusObject, 'code' | 'details'>): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    requests.add({
      timeMs: Date.now(),
      port: 'grpc',
      transport: 'grpc',
      isTls: false,
      signal: this.signal,
      path: this.#path,
      projectId: this.projectId,
      encoding: null,
      contentType: 'application/grpc',
      bytes: this.bytes,
      ...answered(this.refusal?.code ?? REFUSED_BY_GRPC[code] ?? null, code),
      message: code === status.OK ? (this.outcome?.message ?? null) : details,
      outcome: code === status.OK ? this.outcome : null,
      durationMs: performance.now() - this.#began,
      userAgent: this.#userAgent,
      host: this.caller?.authority ?? null,
      origin: this.caller?.origin ?? null,
    });
  }
}

/** Messages that grpc-js does not hand on: too large, packed in a way that it does not know, or damaged. */
const REFUSED_BY_GRPC: Readonly<Partial<Record<status, ErrorCode>>> = {
  [status.RESOURCE_EXHAUSTED]: 'PAYLOAD_TOO_LARGE',
  [status.UNIMPLEMENTED]: 'UNSUPPORTED_MEDIA_TYPE',
  [status.INTERNAL]: 'INVALID_OTLP',
};

function answered(code: ErrorCode | null, grpc: status): Pick<Attempt, 'status' | 'code'> {
  if (code !== null) return { status: ERROR_CATALOGUE[code].status, code };
  if (grpc === status.OK) return { status: 200, code: null };
  // The caller has gone without waiting for the answer.
  return { status: grpc === status.DEADLINE_EXCEEDED ? 504 : 499, code: null };
}
