import type { Signal } from '../decode/count.ts';
import type { ByteReader } from './byte-reader.ts';
import { tooLarge, type BadRecord, type FileRecord } from './record.ts';

/** A quote inside a JSON text has a backslash before it, so that these are keys and never content. */
const KEYS: readonly (readonly [Signal, RegExp])[] = [
  ['traces', /(?<!\\)"resource_?spans"\s*:/i],
  ['logs', /(?<!\\)"resource_?logs"\s*:/i],
  ['metrics', /(?<!\\)"resource_?metrics"\s*:/i],
];

/** OTLP JSON: an export request a line, or one for the whole file, which may then be spread over lines. */
export async function* jsonRecords(
  reader: ByteReader,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  const begun = await firstLines(reader, maxBytes);
  if (isDocument(begun)) yield* document(begun, reader, maxBytes);
  else yield* lines(begun, reader, maxBytes);
}

type Line = Buffer | 'too-long';

/** Up to the second line that says something: enough to tell one form from the other. */
async function firstLines(reader: ByteReader, maxBytes: number): Promise<Line[]> {
  const found: Line[] = [];
  for (let told = 0; told < 2;) {
    const line = await reader.line(maxBytes);
    if (line === null) break;
    found.push(line);
    if (!isBlank(line)) told++;
  }
  return found;
}

function isDocument(begun: readonly Line[]): boolean {
  const told = begun.filter((line) => !isBlank(line));
  return told.length > 1 && !told.some(isWhole);
}

function isWhole(line: Line): boolean {
  if (line === 'too-long') return true;
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
}

const isBlank = (line: Line): boolean => line !== 'too-long' && line.toString().trim() === '';

async function* lines(
  begun: readonly Line[],
  reader: ByteReader,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  let number = 0;
  for (const line of begun) yield* recordsOf(line, `line ${++number}`, maxBytes);
  for (;;) {
    const line = await reader.line(maxBytes);
    if (line === null) return;
    yield* recordsOf(line, `line ${++number}`, maxBytes);
  }
}

async function* document(
  begun: readonly Line[],
  reader: ByteReader,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  const head = Buffer.concat(begun.flatMap((line) => (line === 'too-long' ? [] : [line, Buffer.from('\n')])));
  const rest = await reader.take(maxBytes - head.length + 1);
  const whole = Buffer.concat([head, rest]);
  yield* recordsOf(whole.length > maxBytes ? 'too-long' : whole, 'the document', maxBytes);
}

/** One for each signal that it holds: whoever reads one passes over the others' keys. */
function* recordsOf(line: Line, at: string, maxBytes: number): Generator<FileRecord | BadRecord> {
  if (line === 'too-long') return yield tooLarge(at, maxBytes);
  if (isBlank(line)) return;
  const text = line.toString();
  const signals = KEYS.filter(([, key]) => key.test(text)).map(([signal]) => signal);
  if (signals.length === 0)
    yield { at, reason: 'is no OTLP JSON: it has no resourceSpans, resourceLogs or resourceMetrics' };
  for (const signal of signals) yield { signal, encoding: 'json', body: line, at };
}
