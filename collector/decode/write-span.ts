import protobuf from 'protobufjs/minimal.js';
import { SPAN, STATUS } from './span-record.ts';
import { DOUBLE, INT, KEY, STRING, VALUE } from './value-tags.ts';

/** A span that did not come over the wire. Ids are lower case hex; a failed one says why. */
export interface NewSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly startUnixNano: bigint;
  readonly endUnixNano: bigint;
  readonly failure: string | null;
  /** Numbers are written as doubles, but for whole ones. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Further attributes as they came: KeyValue messages. */
  readonly keyValues: readonly Uint8Array[];
}

const KIND_INTERNAL = 1;
const STATUS_ERROR = 2;

/** The Span message, as an exporter would have written it. */
export function writeSpan(span: NewSpan): Buffer {
  const writer = protobuf.Writer.create();
  writer.uint32(SPAN.traceId).bytes(Buffer.from(span.traceId, 'hex'));
  writer.uint32(SPAN.spanId).bytes(Buffer.from(span.spanId, 'hex'));
  if (span.parentSpanId !== null)
    writer.uint32(SPAN.parentSpanId).bytes(Buffer.from(span.parentSpanId, 'hex'));
  writer.uint32(SPAN.name).string(span.name);
  writer.uint32(SPAN.kind).int32(KIND_INTERNAL);
  writeTime(writer.uint32(SPAN.start), span.startUnixNano);
  writeTime(writer.uint32(SPAN.end), span.endUnixNano);
  for (const bytes of span.keyValues) writer.uint32(SPAN.attributes).bytes(bytes);
  for (const [key, value] of Object.entries(span.attributes)) {
    writer.uint32(SPAN.attributes).fork().uint32(KEY).string(key).uint32(VALUE).fork();
    writeValue(writer, value);
    writer.ldelim().ldelim();
  }
  if (span.failure !== null) {
    writer.uint32(SPAN.status).fork().uint32(STATUS.message).string(span.failure);
    writer.uint32(STATUS.code).int32(STATUS_ERROR).ldelim();
  }
  const bytes = writer.finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function writeValue(writer: protobuf.Writer, value: string | number): void {
  if (typeof value === 'string') writer.uint32(STRING).string(value);
  else if (Number.isSafeInteger(value)) writer.uint32(INT).int64(value);
  else writer.uint32(DOUBLE).double(value);
}

/** A fixed64: the lower 32 bits come first. */
function writeTime(writer: protobuf.Writer, time: bigint): void {
  writer.fixed32(Number(time & 0xffff_ffffn)).fixed32(Number((time >> 32n) & 0xffff_ffffn));
}
