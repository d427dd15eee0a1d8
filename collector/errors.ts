import { errorMessage } from './lib/error-message.ts';

/**
 * Every error that leaves the collector, on any path: over HTTP its status with `ErrorBody` of the contract, which names it,
 * over gRPC the code that the OTLP specification has for it. `retryable` says whether an exporter should send the same again.
 */
export const ERROR_CATALOGUE = {
  TRACE_NOT_FOUND: { status: 404, grpc: 'NOT_FOUND', retryable: false },
  SPAN_NOT_FOUND: { status: 404, grpc: 'NOT_FOUND', retryable: false },
  SESSION_NOT_FOUND: { status: 404, grpc: 'NOT_FOUND', retryable: false },
  PROJECT_NOT_FOUND: { status: 404, grpc: 'NOT_FOUND', retryable: false },
  TOKEN_NOT_FOUND: { status: 404, grpc: 'NOT_FOUND', retryable: false },
  // As gRPC calls a method that nobody serves.
  NOT_FOUND: { status: 404, grpc: 'UNIMPLEMENTED', retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, grpc: 'UNIMPLEMENTED', retryable: false },
  VALIDATION_ERROR: { status: 400, grpc: 'INVALID_ARGUMENT', retryable: false },
  INVALID_FILTER: { status: 400, grpc: 'INVALID_ARGUMENT', retryable: false },
  INVALID_ORDER_BY: { status: 400, grpc: 'INVALID_ARGUMENT', retryable: false },
  INVALID_CURSOR: { status: 400, grpc: 'INVALID_ARGUMENT', retryable: false },
  INVALID_PROJECT_ID: { status: 400, grpc: 'INVALID_ARGUMENT', retryable: false },
  INVALID_OTLP: { status: 400, grpc: 'INVALID_ARGUMENT', retryable: false },
  AUTH_REQUIRED: { status: 401, grpc: 'UNAUTHENTICATED', retryable: false },
  TOKEN_EXPIRED: { status: 401, grpc: 'UNAUTHENTICATED', retryable: false },
  TOKEN_INVALID: { status: 401, grpc: 'UNAUTHENTICATED', retryable: false },
  HOST_NOT_ALLOWED: { status: 403, grpc: 'PERMISSION_DENIED', retryable: false },
  ORIGIN_NOT_ALLOWED: { status: 403, grpc: 'PERMISSION_DENIED', retryable: false },
  PAYLOAD_TOO_LARGE: { status: 413, grpc: 'RESOURCE_EXHAUSTED', retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, grpc: 'INVALID_ARGUMENT', retryable: false },
  TOO_MANY_STREAMS: { status: 503, grpc: 'UNAVAILABLE', retryable: true },
  RECEIVING_PAUSED: { status: 503, grpc: 'UNAVAILABLE', retryable: true },
  BUFFER_FULL: { status: 503, grpc: 'UNAVAILABLE', retryable: true },
  STORAGE_UNAVAILABLE: { status: 503, grpc: 'UNAVAILABLE', retryable: true },
  STORAGE_ERROR: { status: 500, grpc: 'INTERNAL', retryable: false },
} as const satisfies Record<string, { status: number; grpc: string; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/**
 * What HTTP calls each status that is answered. Node's own list lies in a module that takes a reader thread longer to load
 * than everything that it is there for.
 */
export const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Seconds that a refused exporter or client is asked to wait where nothing tells a better number. */
const RETRY_AFTER_SECONDS = 1;

export interface ApiErrorOptions extends ErrorOptions {
  /** Of an error that is retryable. */
  readonly retryAfterSeconds?: number | undefined;
}

/** An error with an answer. `message` is shown to the caller, so it names what is wrong and nothing internal. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_CATALOGUE[this.code].retryable;
  }

  /** The documented body of every error answer. */
  get body(): { error: string; code: ErrorCode; message: string } {
    const { code, message, status } = this;
    return { error: STATUS_TEXTS[status] ?? 'Error', code, message };
  }
}

export const JSON_TYPE = 'application/json';
/** Of export requests, for a person. */
export const OTLP_TYPES = `application/x-protobuf or ${JSON_TYPE}`;

/** Of a body; `taken` names the types there are. */
export const wrongContentType = (type: string | undefined, taken: string): ApiError =>
  new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Content-Type ${JSON.stringify(type ?? '')} is not supported: use ${taken}`,
  );

/** What the system says of a disk that may take it later. */
const PASSING: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Of a file that could not be written; `what` says which. */
export function notWritten(what: string, cause: unknown): ApiError {
  const isPassing = [cause, (cause as Error).cause].some((error) =>
    PASSING.has((error as NodeJS.ErrnoException | undefined)?.code),
  );
  return new ApiError(
    isPassing ? 'STORAGE_UNAVAILABLE' : 'STORAGE_ERROR',
    `${what}: ${errorMessage(cause)}`,
    { cause },
  );
}
