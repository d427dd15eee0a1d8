import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultConfig } from '../config.ts';
import { Redactor } from '../redaction/redactor.ts';
import { openForWriting, type WritableDatabase } from '../store/database.ts';
import { Writer } from '../store/writer.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import type { IngestJob } from './jobs.ts';
import { Pipeline } from './pipeline.ts';

let directory: string;
let database: WritableDatabase;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-slow-rule-'));
  database = openForWriting(directory, 'normal');
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a redaction rule that takes too long is named in the advice, and what it has not seen is replaced', () => {
  const { attributes } = defaultConfig({}).otel;
  const pipeline = new Pipeline(new Writer(database), new AttributeIndexer(attributes));
  let now = 0;
  // Each look at the clock finds more time gone than any rule has.
  const clock = (): number => (now += 60_000);
  pipeline.setRedactor(Redactor.of([{ name: 'costly', pattern: 'never there' }], clock));
  const spans = [{ traceId: traceIdOf(1), spanId: spanIdOf(1), attributes: { long: 'x'.repeat(100_000) } }];
  const body = new Uint8Array(traceBytes({ spans }));
  const job: IngestJob = {
    id: 1,
    signal: 'traces',
    encoding: 'protobuf',
    projectId: 'default',
    items: 1,
    body,
  };
  const jobs = [job];
  const { results } = pipeline.commit(() => jobs.shift());
  expect(results).toMatchObject([
    {
      ok: true,
      redacted: 1,
      advice: expect.stringContaining('The redaction rule "costly" took too long') as string,
    },
  ]);
});
