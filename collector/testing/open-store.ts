import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Signal } from '../decode/count.ts';
import type { Command, Deleted } from '../ingest/jobs.ts';
import { Pipeline } from '../ingest/worker/pipeline.ts';
import { RequestWriter } from '../ingest/worker/request-writer.ts';
import {
  openForReading,
  openForWriting,
  type ReadableDatabase,
  type WritableDatabase,
} from '../store/file/database.ts';
import type { RetentionPolicy } from '../store/deleting/retention.ts';
import { Writer } from '../store/writing/writer.ts';
import { jobOf } from './ingest-job.ts';
import { traceBytes, type SpanSpec } from './otlp.ts';
import { logBytes, type LogSpec } from './otlp-logs.ts';
import { runCommand } from './run-command.ts';

const INDEXED = { trace_attributes: [], span_attributes: [], auto_index_genai: true };

/** A database in a folder of its own, written to as the ingest thread does. */
export class OpenStore {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-store-'));
  readonly writing: WritableDatabase = openForWriting(this.directory, 'normal');
  readonly reading: ReadableDatabase = openForReading(this.directory);
  writer = new Writer(this.writing);
  #pipeline = new Pipeline(this.writer, new RequestWriter({ attributes: INDEXED }));

  /** A writer that remembers nothing goes on. */
  restart(): void {
    this.writer = new Writer(this.writing);
    this.#pipeline = new Pipeline(this.writer, new RequestWriter({ attributes: INDEXED }));
  }

  /** One commit of all bodies. */
  commit(project: string, ...bodies: [Signal, Buffer][]): void {
    this.commitTogether(bodies.map(([signal, body]) => [project, signal, body]));
  }

  /** One commit of what came for several projects. */
  commitTogether(bodies: readonly (readonly [project: string, Signal, Buffer])[]): void {
    const jobs = bodies.map(([projectId, signal, body]) => jobOf(body, { signal, projectId }));
    const { failure } = this.#pipeline.commit(() => jobs.shift());
    if (failure) throw failure;
  }

  keepLogs(project: string, ...logs: LogSpec[]): void {
    this.commit(project, ['logs', logBytes({ logs })]);
  }

  keepSpans(project: string, ...spans: SpanSpec[]): void {
    this.commit(project, ['traces', traceBytes({ spans })]);
  }

  run(command: Command): Deleted[] {
    return runCommand(this.writing, this.writer, command);
  }

  retain(policy: Partial<RetentionPolicy>, nowMs = 0): Deleted[] {
    const all = { days: null, maxSpans: null, maxBytes: null };
    return this.run({ type: 'retain', policy: { ...all, ...policy }, nowMs });
  }

  all(sql: string): unknown[] {
    return this.reading.prepare(sql).all();
  }

  /** The first column of the first row. */
  one(sql: string): unknown {
    return this.reading.prepare(sql).pluck().get();
  }

  /** Names of all tables in order, but for SQLite's own and those that a virtual table is made of. */
  tables(): string[] {
    return this.reading
      .prepare<[], string>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck()
      .all();
  }

  /** Tables that hold the text in any value, of `chunks` unpacked; `search` where it finds the text, which is a word. */
  tablesWith(text: string): string[] {
    const holds = (value: unknown): boolean =>
      typeof value === 'string'
        ? value.includes(text)
        : Buffer.isBuffer(value) && unpacked(value).includes(text);
    return this.tables().filter((table) =>
      table === 'search'
        ? this.#isFound(text)
        : this.reading
            .prepare<[], unknown[]>(`SELECT * FROM ${table}`)
            .raw()
            .all()
            .some((row) => row.some(holds)),
    );
  }

  #isFound(word: string): boolean {
    const found = this.reading.prepare<[string]>('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1');
    return found.get(`"${word}" *`) !== undefined;
  }

  close(): void {
    this.reading.close();
    this.writing.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const unpacked = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 4).equals(ZSTD) ? zstdDecompressSync(bytes) : bytes;
