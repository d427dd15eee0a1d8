import { beforeEach, expect } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import type { IngestJob, IngestResult } from '../ingest/jobs.ts';
import { Pipeline, type Commit } from '../ingest/worker/pipeline.ts';
import { RequestWriter, type RequestSettings } from '../ingest/worker/request-writer.ts';
import { Writer } from '../store/writing/writer.ts';
import { spanIdOf, traceIdOf } from './otlp.ts';
import { ownDatabase, type OwnDatabase } from './own-database.ts';

/** A pipeline on a database of its own, made anew for each test. */
export interface PipelineStore extends OwnDatabase {
  /** Commits until no job is left. */
  commitAll(...jobs: IngestJob[]): Commit[];
  /** Commits what has to go into one commit. */
  commit(...jobs: IngestJob[]): Commit;
  applySettings(settings: Partial<RequestSettings>): void;
  /** Of the stored spans, by their ids. */
  names(): unknown[];
}

/** `clock` is that of redaction rules. */
export function pipelineStore(clock?: () => number): PipelineStore {
  const own = ownDatabase();
  const { attributes } = defaultConfig({}).otel;
  let requests: RequestWriter;
  let pipeline: Pipeline;
  beforeEach(() => {
    requests = new RequestWriter({ attributes }, clock);
    pipeline = new Pipeline(new Writer(own.writing), requests);
  });
  const commitAll = (...jobs: IngestJob[]): Commit[] => {
    const commits: Commit[] = [];
    while (jobs.length > 0) commits.push(pipeline.commit(() => jobs.shift()));
    return commits;
  };
  return Object.assign(own, {
    commitAll,
    commit: (...jobs: IngestJob[]): Commit => {
      const [first, ...others] = commitAll(...jobs);
      expect(others).toEqual([]);
      return first!;
    },
    applySettings: (settings: Partial<RequestSettings>) =>
      requests.applySettings({ attributes, ...settings }),
    names: () => own.reading.prepare('SELECT name FROM spans ORDER BY span_id').pluck().all(),
  });
}

export const spanNamed = (n: number, name = 'span', trace = 1) => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  name,
});

/** What is told of a job that was stored whole. */
export const wentIn = (id: number, spans: number, items = spans): IngestResult => ({
  id,
  ok: true,
  rejected: 0,
  message: '',
  spans,
  items,
  redacted: 0,
  advice: null,
});
