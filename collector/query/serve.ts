import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { DecodeError } from '../decode/wire.ts';
import { openForReading, type ReadableDatabase } from '../store/database.ts';
import { FAULT_WORDS, faultOf, type StorageFault } from '../store/faults.ts';
import { settleDown } from '../runtime/settle-down.ts';
import { answerJson } from './answer-json.ts';
import { lowerPriority } from '../runtime/lower-priority.ts';
import { Reader } from './reader.ts';
import type {
  FailedAnswer,
  FirstToReader,
  QueryAnswer,
  QueryRequest,
  QueryWorkerData,
  ToReader,
} from './exchange.ts';

/** What is asked for, read by whatever the thread has for it. It may throw, or reject with, an ApiError. */
export type Perform = (reader: Reader, request: QueryRequest) => unknown;

/** What nobody waits for goes after everything else. */
const BACKGROUND_STEPS = 10;

/** What a reader thread does: it performs one request after another and answers with JSON bytes that only pass through. */
export function runReader(perform: Perform): void {
  const port = parentPort;
  if (!port) return;
  if ((workerData as QueryWorkerData).isBackground) lowerPriority(BACKGROUND_STEPS);
  port.once('message', (first: FirstToReader) => {
    if (first === 'stop') port.close();
    else serve(port, openForReading(first.dataDirectory), perform);
  });
}

function serve(port: NonNullable<typeof parentPort>, database: ReadableDatabase, perform: Perform): void {
  const reader = new Reader(database);
  port.on('message', (request: ToReader) => {
    if (request === 'stop') {
      database.close();
      port.close();
      return;
    }
    if ('pricing' in request) return reader.setPrices(request.pricing);
    void answer(reader, request, perform).then((made) =>
      port.postMessage(made, made.ok ? [made.json.buffer] : []),
    );
  });
  port.postMessage('ready');
  settleDown();
}

/** Never rejects. */
async function answer(reader: Reader, request: QueryRequest, perform: Perform): Promise<QueryAnswer> {
  try {
    const json = new TextEncoder().encode(answerJson(await perform(reader, request)));
    return { ok: true, json };
  } catch (error) {
    return failed(request.name, error);
  }
}

function failed(name: string, error: unknown): FailedAnswer {
  if (error instanceof ApiError)
    return { ok: false, code: error.code, message: error.message, cause: null, fault: null };
  const cause = `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  // What was stored was decoded to its last byte before: it has changed on the disk.
  const fault = error instanceof DecodeError ? 'damaged' : faultOf(error);
  const code = fault === 'locked' ? 'STORAGE_UNAVAILABLE' : 'STORAGE_ERROR';
  return { ok: false, code, message: whyUnreadable(fault), cause, fault };
}

function whyUnreadable(fault: StorageFault | null): string {
  if (fault === null || fault === 'failing') return 'the database could not be read';
  if (fault === 'damaged')
    return 'this part of the database is damaged: stop Tracedeck and run "tracedeck doctor --repair"';
  return `the database could not be read: ${FAULT_WORDS[fault]}`;
}
