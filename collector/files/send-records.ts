import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Signal } from '../decode/count.ts';
import { decodeExportResponse, type PartialSuccess } from '../decode/answers.ts';
import { call } from '../lib/local-call.ts';
import type { FileRecord } from './record.ts';

/** Takes one export request. Rejects with a RefusedError for one that no retry will help, else with any other. */
export type Send = (record: Pick<FileRecord, 'signal' | 'encoding' | 'body'>) => Promise<PartialSuccess>;

/** The collector does not want this record; the next one it may. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export interface Target {
  /** `http://127.0.0.1:5388` */
  readonly url: string;
  readonly projectId: string;
  /** As it is by now: it may be made anew. */
  readonly token: () => string | null;
}

const CONTENT_TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' };
/** Nobody waits for a collector that has had no room for so long. */
export const PATIENCE_MS = 60_000;

/** Sends records to a running collector over HTTP, again where it asks for that, as exporters do. */
export function senderTo({ url, projectId, token }: Target): Send {
  // A file may have a record a line: with a connection each, the system would run out of ports.
  const agent = new Agent({ keepAlive: true });
  const endpoint = (signal: Signal): string => `${url}/otel/${encodeURIComponent(projectId)}/v1/${signal}`;
  const headersOf = (encoding: FileRecord['encoding']): Headers =>
    new Headers({ 'content-type': CONTENT_TYPES[encoding], ...authorization(token()) });
  return async ({ signal, encoding, body }) => {
    for (let waitedMs = 0; ;) {
      const request = { method: 'POST', headers: headersOf(encoding), body, agent };
      const response = await call(endpoint(signal), request);
      const answer = Buffer.from(await response.arrayBuffer());
      if (response.ok) return decodeExportResponse(signal, encoding, answer);
      const delayMs = retryDelayMs(response);
      if (delayMs === null || waitedMs >= PATIENCE_MS) throw refusal(response.status, answer);
      await wait(delayMs);
      waitedMs += delayMs;
    }
  };
}

/** The header that says who asks; none where nobody need say. */
export const authorization = (token: string | null): { readonly authorization?: string } =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** Null where it would not help (OTLP specification, "Retryable Response Codes"). */
function retryDelayMs({ status, headers }: Response): number | null {
  if (![429, 502, 503, 504].includes(status)) return null;
  const seconds = Number(headers.get('retry-after') ?? 1);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 0.1), 30) * 1000;
}

function refusal(status: number, answer: Buffer): Error {
  const message = messageOf(answer) ?? `the collector answered ${status}`;
  return status === 400 || status === 413 ? new RefusedError(message) : new Error(message);
}

function messageOf(answer: Buffer): string | undefined {
  try {
    const { message } = JSON.parse(answer.toString()) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
