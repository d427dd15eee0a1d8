import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../ingest/jobs.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { LOG_TIME, logBytes } from '../../testing/otlp-logs.ts';
import { talk } from '../../testing/search-store.ts';

/* Projects that store at the same moment share chunks, and one agent may export the same trace to both. */

let store: OpenStore;
beforeEach(() => (store = new OpenStore()));
afterEach(() => store.close());

const ids = { traceId: traceIdOf(1), spanId: spanIdOf(1) };

/** A trace with a span and a log record, and a record of no trace, all with the project's name in it. */
const spansOf = (project: string): Buffer =>
  traceBytes({
    spans: [{ ...ids, name: `span of ${project}`, attributes: talk([`question of ${project}`]) }],
  });
const logsOf = (project: string): Buffer =>
  logBytes({
    logs: [
      { ...ids, body: `record of ${project}`, time: LOG_TIME },
      { body: `loose one of ${project}`, time: LOG_TIME + 1n },
    ],
  });

const CASES: readonly { readonly command: Command; readonly left: readonly string[] }[] = [
  { command: { type: 'delete-trace', projectId: 'gone', traceId: traceIdOf(1) }, left: ['loose one'] },
  { command: { type: 'delete-project', projectId: 'gone' }, left: [] },
];
describe.for(CASES)('$command.type', ({ command, left }) => {
  test.for([['kept', 'gone'] as const, ['gone', 'kept'] as const])(
    'leaves another project what lies in the same chunks, %s first',
    (projects) => {
      store.commitTogether(
        projects.flatMap((project) => [
          [project, 'traces', spansOf(project)] as const,
          [project, 'logs', logsOf(project)] as const,
        ]),
      );
      for (const table of ['spans', 'log_records'])
        expect(store.one(`SELECT COUNT(DISTINCT chunk) FROM ${table}`), table).toBe(1);
      store.run(command);
      expect(store.all('SELECT name FROM spans')).toEqual([{ name: 'span of kept' }]);
      expect(store.all('SELECT search_text AS text FROM log_records ORDER BY 1')).toEqual(
        [...left.map((what) => `${what} of gone`), 'loose one of kept', 'record of kept'].map((text) => ({
          text: `\n${text}`,
        })),
      );
      const inChunks = (project: string): string[] =>
        ['span', 'question', 'record', 'loose one'].filter((what) =>
          store.tablesWith(`${what} of ${project}`).includes('chunks'),
        );
      expect(inChunks('kept')).toHaveLength(4);
      expect(inChunks('gone')).toEqual(left);
      expect(store.all("SELECT span_count, log_count FROM projects WHERE project_id = 'kept'")).toEqual([
        { span_count: 1, log_count: 2 },
      ]);
    },
  );
});
