import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Health } from '../contract/health.ts';
import { TraceDecoder } from '../decode/traces.ts';
import { createExtractor } from '../extract/extract.ts';
import { spanRow } from '../ingest/span-row.ts';
import { OPERATIONS } from '../query/operations.ts';
import { Reader } from '../query/reader.ts';
import { openForReading, openForWriting, type WritableDatabase } from '../store/database.ts';
import type { Listed } from '../store/reader/filter-fields.ts';
import { spansBehind } from '../store/reader/search-queue.ts';
import { parseSearch } from '../store/reader/search-terms.ts';
import { TraceFinder } from '../store/trace-finder.ts';
import { Writer, type AppendOther } from '../store/writer.ts';
import { read } from './api-client.ts';
import { traceBytes, type SpanSpec } from './otlp.ts';

/** Resolves when search finds all that was stored before the call. */
export async function searchCaughtUp(url: string): Promise<void> {
  while ((await read(Health, `${url}/api/v1/health`)).search.behind_spans > 0) await pause(5);
}

const PAGE = { page: 1, limit: 1000 };

/** A database with the two sides of search around it, in this thread: nothing happens before it is asked for. */
export class SearchStore {
  readonly directory: string;
  readonly database: WritableDatabase;
  readonly writer: Writer;
  readonly #reader: Reader;
  readonly #finder: TraceFinder;
  readonly #close: () => void;
  readonly #decoder = new TraceDecoder();
  readonly #extractor = createExtractor();

  constructor(directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-search-'))) {
    this.directory = directory;
    this.database = openForWriting(directory, 'normal');
    this.writer = new Writer(this.database);
    this.#finder = new TraceFinder(this.database);
    const reading = openForReading(directory);
    this.#reader = new Reader(reading);
    this.#close = () => {
      reading.close();
      this.writer.close();
    };
  }

  /** One commit. */
  store(spans: readonly SpanSpec[], more: (other: AppendOther) => void = () => {}): void {
    const bytes = traceBytes({ spans });
    this.writer.write((append, other) => {
      this.#decoder.decode(bytes, (span) => append('p', spanRow(span, this.#extractor.extract(span))));
      more(other);
    });
  }

  deleteTrace(traceId: string): void {
    this.writer.delete((deletion) => {
      const id = this.#finder.trace('p', traceId);
      if (id !== undefined) deletion.doom(id);
      while (deletion.sweep());
    });
  }

  /** What a reader thread says of spans that wait. */
  readQueue(limit = 1000): NonNullable<ReturnType<typeof OPERATIONS.readSearchQueue>> {
    const batch = this.#reader.consistently(() =>
      OPERATIONS.readSearchQueue(this.#reader, { limit, namesOnly: false }),
    );
    return batch ?? { entries: [], unreadable: 0, failure: null };
  }

  /** Indexes one batch; answers how many spans of it. */
  indexSome(limit?: number, { entries } = this.readQueue(limit)): number {
    return this.writer.index((search) => entries.filter((entry) => search.index(entry)).length);
  }

  catchUp(): void {
    while (this.behind > 0) this.indexSome(3);
  }

  get behind(): number {
    return spansBehind(this.#reader.statements);
  }

  /** Ids of what a list of the project answers, in ascending order. */
  search(listed: Listed, text: string): string[] {
    const common = { ...PAGE, project: 'p', search: parseSearch(text) };
    const by = (field: string) => ({ field, direction: 'asc' }) as const;
    return this.#reader
      .consistently(() => {
        const order = by('start_time');
        if (listed === 'traces') {
          const { data } = OPERATIONS.listTraces(this.#reader, { ...common, order, include_nongenai: true });
          return data.map(({ trace_id: id }) => id);
        }
        if (listed === 'sessions')
          return OPERATIONS.listSessions(this.#reader, { ...common, order }).data.map(
            ({ session_id: id }) => id,
          );
        const spans = { ...common, order: by('timestamp_start'), include_raw_span: false };
        return OPERATIONS.listSpans(this.#reader, spans).data.map(({ span_id: id }) => id);
      })
      .toSorted();
  }

  sessionOf(traceId: string): string | null {
    return this.database
      .prepare<[string], string | null>('SELECT session_id FROM traces WHERE trace_id = ?')
      .pluck()
      .get(traceId)!;
  }

  /** Rows of a table, for what no list shows. */
  count(sql: string, ...values: unknown[]): number {
    return this.database.prepare(`SELECT COUNT(*) FROM ${sql}`).pluck().get(values) as number;
  }

  close({ keep = false } = {}): void {
    this.#close();
    if (!keep) rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Attributes of a model call with these texts as history and answer. */
export const talk = (input: readonly string[], output: readonly string[] = []): Record<string, string> => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': JSON.stringify(input.map((content) => message('user', content))),
  ...(output.length === 0
    ? {}
    : { 'gen_ai.output.messages': JSON.stringify(output.map((content) => message('assistant', content))) }),
});

const message = (role: string, content: string): object => ({ role, parts: [{ type: 'text', content }] });
