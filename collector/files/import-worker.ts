import { parentPort } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportReport } from '../contract/imports.ts';
import { errorMessage } from '../lib/error-message.ts';
import type { FromImport, RecordAnswer, ToImport } from './import-exchange.ts';
import { importFile } from './import-file.ts';
import type { BadRecord } from './record.ts';
import { RefusedError, type Send } from './send-records.ts';

const PROBLEMS_TOLD = 100;
const RETRY_MS = 250;

/** What was refused ends the import. */
class EndedError extends Error {
  readonly retryable: boolean;

  constructor({ message, retryable }: Extract<RecordAnswer, { ok: false }>) {
    super(message);
    this.retryable = retryable;
  }
}

/** The import thread: reads files and hands what they hold to the main thread, which has it stored. */
function run(port: NonNullable<typeof parentPort>): void {
  const tell = (message: FromImport): void => port.postMessage(message);
  const waiting = new Map<number, (answer: RecordAnswer) => void>();
  const running = new Map<number, AbortController>();
  let nextRecord = 1;

  const hand = (id: number, { signal, encoding, body }: Parameters<Send>[0]): Promise<RecordAnswer> => {
    const record = nextRecord++;
    const answered = new Promise<RecordAnswer>((resolve) => waiting.set(record, resolve));
    tell({ type: 'record', id, record, sent: { signal, encoding, body: new Uint8Array(body) } });
    return answered;
  };

  const senderOf =
    (id: number, patienceMs: number, signal: AbortSignal): Send =>
    async (record) => {
      for (const begunAt = performance.now(); ;) {
        const answer = await hand(id, record);
        if (answer.ok) return answer;
        if (answer.refused) throw new RefusedError(answer.message);
        if (!answer.retryable || performance.now() - begunAt >= patienceMs) throw new EndedError(answer);
        await wait(RETRY_MS, undefined, { signal });
      }
    };

  const importOne = async ({
    id,
    file,
    maxBytes,
    patienceMs,
  }: Extract<ToImport, { type: 'import' }>): Promise<ImportReport> => {
    const cancel = new AbortController();
    running.set(id, cancel);
    const problems: BadRecord[] = [];
    const onBad = (problem: BadRecord): void => {
      if (problems.length < PROBLEMS_TOLD) problems.push({ at: problem.at, reason: problem.reason });
    };
    const { signal } = cancel;
    const sum = await importFile(file, { send: senderOf(id, patienceMs, signal), maxBytes, onBad, signal });
    return {
      requests: sum.requests,
      items: sum.items,
      bad: sum.bad,
      problems,
      trace_id: sum.traceId,
    };
  };

  port.on('message', (message: ToImport) => {
    if (message === 'stop') {
      for (const cancel of running.values()) cancel.abort();
      return port.close();
    }
    if (message.type === 'cancel') return running.get(message.id)?.abort();
    if (message.type === 'answer') {
      waiting.get(message.record)?.(message);
      waiting.delete(message.record);
      return;
    }
    const { id } = message;
    importOne(message)
      .then((report) => tell({ type: 'done', id, report }))
      .catch((error: unknown) => {
        const retryable = error instanceof EndedError && error.retryable;
        tell({ type: 'failed', id, failure: errorMessage(error), retryable });
      })
      .finally(() => running.delete(id));
  });
}

if (parentPort) run(parentPort);
