import { beforeEach, expect, test } from 'vitest';
import { createFirstFormat, insertRow } from '../../testing/older-file.ts';
import { openForWriting } from './database.ts';
import { testFolder } from '../../testing/test-folder.ts';

let directory: string;
beforeEach(() => void (directory = testFolder()));

test('rows of a database from before cursors get the places of their starts', () => {
  const old = createFirstFormat(directory);
  insertRow(old, 'traces', { id: 1, project: 1, trace_id: 'with a root', start_ns: 1770921433316465123n });
  insertRow(old, 'traces', { id: 2, project: 1, trace_id: 'without', start_ns: 7n });
  insertRow(old, 'spans', { id: 1, trace: 1, span_id: 'child', parent_span_id: 'late', start_ns: 1n });
  insertRow(old, 'spans', { id: 2, trace: 1, span_id: 'late', start_ns: 3n });
  insertRow(old, 'spans', { id: 3, trace: 1, span_id: 'early', start_ns: 2n });
  insertRow(old, 'spans', { id: 4, trace: 2, span_id: 'orphan', parent_span_id: 'gone', start_ns: 7n });
  insertRow(old, 'sessions', { id: 1, project: 1, session_id: 's', start_ns: 5n });
  old.close();

  const database = openForWriting(directory, 'normal');
  const all = (sql: string): unknown[] => database.prepare(sql).safeIntegers().all();
  expect(all('SELECT trace_id, root_span_id, listed_ns FROM traces ORDER BY id')).toEqual([
    { trace_id: 'with a root', root_span_id: 'early', listed_ns: 1770921433316465123n },
    { trace_id: 'without', root_span_id: null, listed_ns: 7n },
  ]);
  expect(all('SELECT listed_ns FROM sessions')).toEqual([{ listed_ns: 5n }]);
  expect(all('SELECT listed_ns, listed_id FROM spans WHERE listed_id IS NOT NULL')).toEqual([]);
  database.close();
});
