import { expect, onTestFinished, test } from 'vitest';
import { storedOrigin } from '../decode/export-request.ts';
import type { CommandDone } from '../ingest/jobs.ts';
import { RequestWriter } from '../ingest/worker/request-writer.ts';
import { Reindexing } from '../ingest/worker/reindexing.ts';
import { openForWriting, type WritableDatabase } from '../store/file/database.ts';
import { TraceFinder } from '../store/traces/trace-finder.ts';
import { Writer } from '../store/writing/writer.ts';
import { contentsOf } from '../testing/contents.ts';
import { OpenStore } from '../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { repair } from './repair.ts';

const SPANS = 3;

/** A closed store of some spans of two traces, of which this much is damaged. */
function damagedStore(damage: string): string {
  const store = new OpenStore();
  const request = (trace: number) =>
    traceBytes({
      resource: { 'service.name': `service ${trace}`, 'user.id': `user ${trace}` },
      scope: { name: `openinference.instrumentation.crewai` },
      spans: Array.from({ length: SPANS }, (_, i) => ({
        traceId: traceIdOf(trace),
        spanId: spanIdOf(i + 1),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.usage.input_tokens': 100,
          'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"hello"}]}]',
        },
      })),
    });
  for (const trace of [1, 2]) store.commit('p', ['traces', request(trace)]);
  store.writing.exec(damage);
  store.reading.close();
  store.writing.close();
  onTestFinished(() => store.close());
  return store.directory;
}

function reindexAll(database: WritableDatabase, writer: Writer): CommandDone {
  const attributes = { trace_attributes: [], span_attributes: [], auto_index_genai: true };
  const requests = new RequestWriter({ attributes });
  const finder = new TraceFinder(database);
  const done: CommandDone[] = [];
  const work = new Reindexing({
    writer,
    extract: (bytes, origin) => requests.extractStored(bytes, origin),
    originOf: storedOrigin,
    lastTrace: () => finder.lastIds().trace,
    onChanged: () => {},
    onDone: (one) => done.push(one),
  });
  work.add(1, { type: 'reindex', all: true, maxSpans: 1000 });
  while (done.length === 0) work.step();
  return done[0]!;
}

test.for([
  ['no content', '', 0],
  ['the content of spans', 'UPDATE chunks SET data = zeroblob(length(data)) WHERE id = 1', SPANS],
  ['a resource', "UPDATE resources SET bytes = x'ff' WHERE id = 1", SPANS],
  ['a scope', "UPDATE scopes SET bytes = x'ff'", 2 * SPANS],
] as const)('where a repair lost %s, reindexing keeps what the rows say', ([, damage, lost]) => {
  const dataDirectory = damagedStore(damage);
  repair({ dataDirectory, now: new Date(), total: () => {}, onRow: () => {} });
  const database = openForWriting(dataDirectory, 'normal');
  onTestFinished(() => void database.close());
  const repaired = contentsOf(database);
  expect(repaired['traces']).toHaveLength(2);
  for (const trace of repaired['traces']!) expect(trace).toContain('["input_tokens","300"]');
  expect(reindexAll(database, new Writer(database))).toMatchObject({
    ok: true,
    reindexed: { spans: 2 * SPANS, unreadable: lost },
  });
  expect(contentsOf(database)).toEqual(repaired);
});
