import type { Signal } from '../decode/count.ts';
import type { ByteReader } from './byte-reader.ts';
import { jsonDocuments } from './json-documents.ts';
import { tooLarge, type BadRecord, type FileRecord } from './record.ts';

/** A quote inside a JSON text has a backslash before it, so that these are keys and never content. */
const KEYS: readonly (readonly [Signal, RegExp])[] = [
  ['traces', /(?<!\\)"resource_?spans"\s*:/i],
  ['logs', /(?<!\\)"resource_?logs"\s*:/i],
  ['metrics', /(?<!\\)"resource_?metrics"\s*:/i],
];

/** How much is looked at first: usually a line or two, which tells. */
const FIRST_LOOK_BYTES = 1 << 16;
const NEWLINE = 10;
/** The shortest line that may be a request has its key and an empty list. */
const MIN_REQUEST_BYTES = '{"resourceLogs":[]}'.length;
/** How many lines are looked at before whoever waits for the thread has a turn. */
const LINES_AT_ONCE = 100_000;

const NO_OBJECT = 'is no JSON object';

export const ESCAPE = 0x1b;
/** What a terminal takes for colours and the like (ECMA-48, 5.4): in JSON the escape itself never stands. */
// oxlint-disable-next-line no-control-regex
const CONTROL_SEQUENCES = /\x1b\[[0-?]*[ -/]*[@-~]/g;

/** Whether JSON begins so: an object or list has a quote, a bracket or its end after its bracket. */
export const isJson = (head: Buffer): boolean =>
  /^\s*(\{\s*["}]|\[\s*[[{\]])/.test(head.toString('utf8', 0, FIRST_LOOK_BYTES));

/** A list of requests, as `jq -s` makes one of lines: also with a request a line, whose comma is part of none. */
const isList = (head: Buffer): boolean =>
  /^\s*\[\s*\{\s*["}]/.test(head.toString('utf8', 0, FIRST_LOOK_BYTES));

/**
 * OTLP JSON: an export request a line, whatever other lines there are and in whatever colours, or requests that may be
 * spread over lines: one for the whole file, several one after another, as `jq` writes them, or a list of them.
 */
export async function* jsonRecords(
  reader: ByteReader,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  const isOfLines = !isList(await reader.peek(FIRST_LOOK_BYTES)) && (await hasLines(reader, maxBytes));
  if (isOfLines) yield* lines(reader, maxBytes);
  else if (isJson(await reader.peek(FIRST_LOOK_BYTES))) yield* documents(reader, maxBytes);
  else yield { at: 'the file', reason: 'is neither OTLP JSON nor protobuf' };
}

type Line = Buffer | 'too-long';

/** Whether a line among those that one record may take is a request by itself, or the first is longer: no document has such lines. */
async function hasLines(reader: ByteReader, maxBytes: number): Promise<boolean> {
  let from = 0;
  let looked = 0;
  for (let size = FIRST_LOOK_BYTES; ; size *= 2) {
    const held = await reader.peek(Math.min(size, maxBytes + 1));
    for (let end = held.indexOf(NEWLINE, from); end >= 0; end = held.indexOf(NEWLINE, from)) {
      if (end - from >= MIN_REQUEST_BYTES && isRequest(held.subarray(from, end))) return true;
      if (++looked % LINES_AT_ONCE === 0) await reader.pause();
      from = end + 1;
    }
    // What does not begin as JSON is no document: a program has written other lines before its first request.
    if (held.length > maxBytes) return from === 0 || !isJson(held);
    if (held.length < size) return isRequest(held.subarray(from));
  }
}

function isRequest(line: Buffer): boolean {
  const text = plainLine(line).toString();
  if (!KEYS.some(([, key]) => key.test(text))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function* lines(reader: ByteReader, maxBytes: number): AsyncGenerator<FileRecord | BadRecord> {
  for (let number = 1; ; number++) {
    const line = await reader.line(maxBytes);
    if (line === null) return;
    yield* requestRecords(line === 'too-long' ? line : plainLine(line), `line ${number}`, maxBytes);
  }
}

/** As it was before a program wrote it to a terminal. */
function plainLine(line: Buffer): Buffer {
  if (!line.includes(ESCAPE)) return line;
  // Byte by byte: no letter of UTF-8 is touched.
  return Buffer.from(line.toString('latin1').replace(CONTROL_SEQUENCES, ''), 'latin1');
}

async function* documents(reader: ByteReader, maxBytes: number): AsyncGenerator<FileRecord | BadRecord> {
  let number = 0;
  for await (const document of jsonDocuments(reader, maxBytes)) {
    if (document !== 'strange') yield* requestRecords(document, `document ${++number}`, maxBytes);
    else yield { at: number === 0 ? 'the beginning' : `what follows document ${number}`, reason: NO_OBJECT };
  }
}

/** Of one request: a record for each signal that it holds, since whoever reads one passes over the others' keys. */
export function* requestRecords(line: Line, at: string, maxBytes: number): Generator<FileRecord | BadRecord> {
  if (line === 'too-long') return yield tooLarge(at, maxBytes);
  const text = line.toString();
  if (text.trim() === '') return;
  const signals = KEYS.filter(([, key]) => key.test(text)).map(([signal]) => signal);
  if (signals.length === 0)
    yield { at, reason: 'is no OTLP JSON: it has no resourceSpans, resourceLogs or resourceMetrics' };
  for (const signal of signals) yield { signal, encoding: 'json', body: line, at };
}
