import path from 'node:path';
import Database from 'better-sqlite3';
import { databaseFile } from '../lib/database-file.ts';
import { examine } from '../store/salvage/examine.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { postJson, postProtobuf } from '../testing/otlp-client.ts';

export const SPANS_A_REQUEST = 40;

/** A collector in a process of its own. */
export interface Victim {
  readonly http: string;
  readonly otlp: string;
  readonly grpc: string;
  /** With SIGKILL; resolves when it is dead. */
  kill(): Promise<void>;
}

const spanIdsOf = (n: number): string[] =>
  Array.from({ length: SPANS_A_REQUEST }, (_, i) => spanIdOf(1 + n * SPANS_A_REQUEST + i));

/** Spread over a few traces and sessions, so that every request touches what others have written. */
export const requestOf = (n: number): RequestSpec => ({
  spans: spanIdsOf(n).map((spanId, i) => ({
    traceId: traceIdOf(1 + ((n + i) % 17) + 17 * Math.floor(n / 500)),
    spanId,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.input_tokens': 1 + (n % 5),
      'session.id': `session ${(n + i) % 17}`,
      text: 'x'.repeat(500),
    },
  })),
});

type Send = (n: number, victim: Victim) => Promise<boolean>;
const SENDERS: readonly Send[] = [
  async (n, { http }) => (await postProtobuf(http, requestOf(n))).status === 200,
  async (n, { otlp }) => (await postJson(otlp, requestOf(n))).status === 200,
  async (n, { grpc }) => (await callGrpc(grpc, traceBytes(requestOf(n)))).code === 'OK',
  async (n, { http }) => (await postProtobuf(`${http}/otel`, requestOf(n))).status === 200,
];

/** Requests by their number. */
export interface Sent {
  next: number;
  readonly acknowledged: Set<number>;
}
export const nothingSent = (): Sent => ({ next: 0, acknowledged: new Set() });

/** Sends from many connections at once until enough is acknowledged, then kills the process in the midst of it. */
export async function ingestUntilKilled(victim: Victim, sent: Sent, random: () => number): Promise<void> {
  const enough = sent.acknowledged.size + 20 + Math.floor(random() * 60);
  const afterMs = random() * 20;
  let killed: Promise<void> | undefined;
  await Promise.all(
    [...SENDERS, ...SENDERS].map(async (send) => {
      while (killed === undefined) {
        const n = sent.next++;
        if (await send(n, victim).catch(() => false)) sent.acknowledged.add(n);
        if (sent.acknowledged.size < enough || killed !== undefined) continue;
        // At any point of what the others have under way.
        killed = new Promise((resolve) => setTimeout(resolve, afterMs)).then(() => victim.kill());
      }
    }),
  );
  await killed;
}

/** All that is wrong with what a dead collector left, a line each. */
export function faultsOf(dataDir: string, sent: Sent): string[] {
  const file = databaseFile(dataDir);
  const { problems, mismatches, spans } = examine(file);
  const faults = [...problems, ...(mismatches ?? []).map(({ what, count }) => `${count} ${what}`)];
  const database = new Database(path.resolve(file), { readonly: true });
  const stored = new Set(database.prepare<[], string>('SELECT span_id FROM spans').pluck().all());
  database.close();
  const lost = [...sent.acknowledged].filter((n) => spanIdsOf(n).some((spanId) => !stored.has(spanId)));
  if (lost.length > 0)
    faults.push(`${lost.length} acknowledged requests are not stored, number ${lost[0]} for one`);
  // A request is stored whole or not at all.
  if (spans % SPANS_A_REQUEST !== 0) faults.push(`a request has landed half: ${spans} spans`);
  return faults;
}
