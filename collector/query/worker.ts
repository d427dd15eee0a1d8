import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { DecodeError } from '../decode/wire.ts';
import { openForReading, type ReadableDatabase } from '../store/database.ts';
import { FAULT_WORDS, faultOf, type StorageFault } from '../store/faults.ts';
import { settleDown } from '../runtime/settle-down.ts';
import { answerJson } from './answer-json.ts';
import { lowerPriority } from './lower-priority.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { Reader } from './reader.ts';
import type {
  FailedAnswer,
  FirstToReader,
  QueryAnswer,
  QueryRequest,
  QueryWorkerData,
  ToReader,
} from './exchange.ts';

/** A reader thread: runs one operation after another and answers with JSON bytes that only pass through. */
function run(port: NonNullable<typeof parentPort>, { isBackground }: QueryWorkerData): void {
  if (isBackground) lowerPriority();
  port.once('message', (first: FirstToReader) => {
    if (first === 'stop') port.close();
    else serve(port, openForReading(first.dataDirectory));
  });
}

function serve(port: NonNullable<typeof parentPort>, database: ReadableDatabase): void {
  const reader = new Reader(database);
  port.on('message', (request: ToReader) => {
    if (request === 'stop') {
      database.close();
      port.close();
      return;
    }
    if ('pricing' in request) return reader.setPrices(request.pricing);
    const made = answer(reader, request);
    port.postMessage(made, made.ok ? [made.json.buffer] : []);
  });
  port.postMessage('ready');
  settleDown();
}

/** Never throws. */
function answer(reader: Reader, { name, parameters }: QueryRequest): QueryAnswer {
  try {
    const run = OPERATIONS[name] as (reader: Reader, ...parameters: readonly unknown[]) => unknown;
    const value = reader.consistently(() => run(reader, ...parameters));
    const json = new TextEncoder().encode(answerJson(value));
    return { ok: true, json };
  } catch (error) {
    return failed(name, error);
  }
}

function failed(name: OperationName, error: unknown): FailedAnswer {
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

if (parentPort) run(parentPort, workerData as QueryWorkerData);
