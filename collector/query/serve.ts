import { parentPort, workerData } from 'node:worker_threads';
import { openForReading, type ReadableDatabase } from '../store/file/database.ts';
import { settleDown } from '../runtime/settle-down.ts';
import { LargeAnswer } from './answer-bounds.ts';
import { answerJson } from './answer-json.ts';
import { failedAnswer } from './failed-answer.ts';
import { lowerPriority } from '../runtime/lower-priority.ts';
import { Reader } from './reader.ts';
import type { FirstToReader, QueryAnswer, QueryRequest, QueryWorkerData, ToReader } from './exchange.ts';

/** What is asked for, read by whatever the thread has for it. It may throw, or reject with, an ApiError. */
export type Perform = (reader: Reader, request: QueryRequest) => unknown;

/** How far below the others work is put that nobody waits for. */
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
      port.postMessage(made, made !== 'large' && made.ok ? [made.json.buffer] : []),
    );
  });
  port.postMessage('ready');
  settleDown();
}

/** Never rejects. */
async function answer(reader: Reader, request: QueryRequest, perform: Perform): Promise<QueryAnswer> {
  reader.mayAnswerLarge = request.mayAnswerLarge;
  try {
    const json = new TextEncoder().encode(answerJson(await perform(reader, request)));
    return { ok: true, json };
  } catch (error) {
    if (error instanceof LargeAnswer) return 'large';
    return failedAnswer(request.name, error);
  }
}
