import type { Encoding, Signal } from './count.ts';
import { message } from './protocol.ts';
import { wireToJson } from './wire-to-json.ts';
import { WIRE_BYTES, WIRE_VARINT, tagOf } from './wire.ts';

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
  const rejected = partial.rejected > 0 ? [numberField(1, partial.rejected)] : [];
  const message = partial.message === '' ? [] : [bytesField(2, partial.message)];
  return bytesField(1, Buffer.concat([...rejected, ...message]));
}

/** A `google.rpc.Status` in protobuf; `code` is the gRPC number. */
export const encodeStatus = (code: number, message: string): Buffer =>
  Buffer.concat([numberField(1, code), bytesField(2, message)]);

/** A `google.rpc.Status` that carries `RetryInfo`, as the OTLP specification asks of a server that wants a retry. */
export function encodeRetryStatus(code: number, message: string, delaySeconds: number): Buffer {
  const retryInfo = bytesField(1, numberField(1, delaySeconds));
  const type = bytesField(1, 'type.googleapis.com/google.rpc.RetryInfo');
  const details = Buffer.concat([type, bytesField(2, retryInfo)]);
  return Buffer.concat([encodeStatus(code, message), bytesField(3, details)]);
}

// By hand: for these few bytes every start of the main thread would load a library, with the WebAssembly of its 64-bit numbers.

/** Of a whole number that is not negative. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const numberField = (field: number, value: number): Buffer =>
  Buffer.concat([varint(tagOf(field, WIRE_VARINT)), varint(value)]);

function bytesField(field: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(tagOf(field, WIRE_BYTES)), varint(bytes.length), bytes]);
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
