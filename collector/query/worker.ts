import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { openForReading } from '../store/database.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { Reader } from './reader.ts';
import type { QueryAnswer, QueryRequest, QueryWorkerData } from './exchange.ts';

/** A reader thread: runs one operation after another and answers with JSON bytes that only pass through. */
function run(port: NonNullable<typeof parentPort>, data: QueryWorkerData): void {
  const database = openForReading(data.dataDirectory);
  const reader = new Reader(database);
  port.on('message', (request: QueryRequest | 'stop') => {
    if (request === 'stop') {
      database.close();
      port.close();
      return;
    }
    const { id, name, parameters } = request;
    let answer: QueryAnswer;
    try {
      const run = OPERATIONS[name] as (reader: Reader, ...parameters: readonly unknown[]) => unknown;
      const value = reader.consistently(() => run(reader, ...parameters));
      const json = new TextEncoder().encode(JSON.stringify(value));
      answer = { id, ok: true, json };
    } catch (error) {
      answer = failed(id, name, error);
    }
    port.postMessage(answer, answer.ok ? [answer.json.buffer] : []);
  });
  port.postMessage('ready');
}

function failed(id: number, name: OperationName, error: unknown): QueryAnswer {
  if (error instanceof ApiError)
    return { id, ok: false, code: error.code, message: error.message, cause: null };
  const cause = `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { id, ok: false, code: 'STORAGE_ERROR', message: 'the database could not be read', cause };
}

if (parentPort) run(parentPort, workerData as QueryWorkerData);
