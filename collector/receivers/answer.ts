import { encodeExportResponse, encodeStatus, type PartialSuccess } from '../decode/answers.ts';
import type { Encoding, Signal } from '../decode/count.ts';
import type { ApiError } from '../errors.ts';

/** google.rpc.Code INVALID_ARGUMENT. */
const INVALID_ARGUMENT = 3;

const CONTENT_TYPES: Readonly<Record<Encoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const exportAnswer = (signal: Signal, encoding: Encoding, partial: PartialSuccess): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': CONTENT_TYPES[encoding] },
  body: encodeExportResponse(signal, encoding, partial),
});

/**
 * The answer to a refused request: the documented JSON, but for a protobuf body that can't be decoded, which gets a
 * `google.rpc.Status` in its own encoding (OTLP specification, "Failures").
 */
export function errorAnswer(error: ApiError, encoding: Encoding | null): HttpAnswer {
  const headers: Record<string, string> = { 'content-type': CONTENT_TYPES.json };
  if (error.retryable) headers['retry-after'] = String(error.retryAfterSeconds);
  if (error.code === 'INVALID_OTLP' && encoding === 'protobuf')
    return {
      status: error.status,
      headers: { 'content-type': CONTENT_TYPES.protobuf },
      body: encodeStatus(INVALID_ARGUMENT, error.message),
    };
  return { status: error.status, headers, body: Buffer.from(JSON.stringify(error.body)) };
}
