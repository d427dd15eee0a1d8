import protobuf from 'protobufjs/minimal.js';
import type { Encoding, Signal } from './count.ts';
import { message } from './protocol.ts';
import { wireToJson } from './wire-to-json.ts';

/** `partial_success` of an export answer; nothing rejected and no message means none. */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const REJECTED_FIELD: Readonly<Record<Signal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
};

/** An `Export…ServiceResponse` in the request's own encoding. */
export function encodeExportResponse(signal: Signal, encoding: Encoding, partial: PartialSuccess): Buffer {
  const isEmpty = partial.rejected === 0 && partial.message === '';
  if (encoding === 'json') {
    const partialSuccess = {
      [REJECTED_FIELD[signal]]: String(partial.rejected),
      errorMessage: partial.message,
    };
    return Buffer.from(JSON.stringify(isEmpty ? {} : { partialSuccess }));
  }
  if (isEmpty) return Buffer.alloc(0);
  const writer = protobuf.Writer.create().uint32(10).fork();
  if (partial.rejected > 0) writer.uint32(8).int64(partial.rejected);
  if (partial.message !== '') writer.uint32(18).string(partial.message);
  return Buffer.from(writer.ldelim().finish());
}

/** A `google.rpc.Status` in protobuf; `code` is the gRPC number. */
export function encodeStatus(code: number, message: string): Buffer {
  return Buffer.from(protobuf.Writer.create().uint32(8).int32(code).uint32(18).string(message).finish());
}

/** A `google.rpc.Status` that carries `RetryInfo`, as the OTLP specification asks of a server that wants a retry. */
export function encodeRetryStatus(code: number, message: string, delaySeconds: number): Buffer {
  const writer = protobuf.Writer.create().uint32(8).int32(code).uint32(18).string(message);
  writer.uint32(26).fork().uint32(10).string('type.googleapis.com/google.rpc.RetryInfo');
  writer.uint32(18).fork().uint32(10).fork().uint32(8).int64(delaySeconds).ldelim().ldelim();
  return Buffer.from(writer.ldelim().finish());
}

const PARTIAL_SUCCESS = message('PartialSuccess', [
  ['rejected', 1, 'int64'],
  ['errorMessage', 2, 'string'],
]);
const EXPORT_RESPONSE = message('ExportResponse', [['partialSuccess', 1, PARTIAL_SUCCESS]]);

/** Reads what `encodeExportResponse` of any OTLP server has written. Throws for anything else. */
export function decodeExportResponse(signal: Signal, encoding: Encoding, answer: Buffer): PartialSuccess {
  const response: unknown =
    encoding === 'json' ? JSON.parse(answer.toString()) : wireToJson(EXPORT_RESPONSE, answer);
  const { partialSuccess = {} } = response as { partialSuccess?: Readonly<Record<string, string | number>> };
  const rejected = partialSuccess[encoding === 'json' ? REJECTED_FIELD[signal] : 'rejected'];
  return { rejected: Number(rejected ?? 0), message: String(partialSuccess['errorMessage'] ?? '') };
}
