import { zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { databaseFile } from '../lib/database-file.ts';
import { projectUrl } from './api-client.ts';
import { send, type Answer, type SendOptions } from './http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from './otlp.ts';
import { JSON_TYPE } from './otlp-client.ts';

/** Three spans, the first is the root; words that only this trace has. */
export const threeSpans = (n: number, session?: string): SpanSpec[] =>
  [1, 2, 3].map((i) => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n * 16 + i),
    ...(i === 1 ? {} : { parentSpanId: spanIdOf(n * 16 + 1) }),
    name: `span of ${n}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': n,
      secret: `secret-${n}-${i}`,
      ...(session === undefined ? {} : { 'session.id': session }),
    },
  }));

/** Node's client says no length by itself for a DELETE. */
export function remove(url: string, { headers, body }: SendOptions = {}): Promise<Answer> {
  const isOfKnownLength = body !== undefined && headers?.['transfer-encoding'] === undefined;
  const length = isOfKnownLength ? { 'content-length': Buffer.byteLength(body) } : {};
  return send(url, { method: 'DELETE', headers: { ...length, ...headers }, body });
}

export const removeSessions = (base: string, body: unknown, project = 'default'): Promise<Answer> =>
  remove(`${projectUrl(base, project)}/sessions`, { headers: JSON_TYPE, body: JSON.stringify(body) });

/** Whether the text stands in the raw bytes or the previews of any span, also where no row refers to them any more. */
export function liesInChunks(dataDir: string, text: string): boolean {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  const chunks = database
    .prepare<[], Buffer>(
      'SELECT data FROM chunks UNION ALL SELECT previews FROM chunks WHERE previews IS NOT NULL',
    )
    .pluck()
    .all();
  database.close();
  return chunks.some((data) => zstdDecompressSync(data).includes(text));
}
