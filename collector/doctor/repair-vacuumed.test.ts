import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openForWriting } from '../store/file/database.ts';
import { newestFormat } from '../store/file/migrate.ts';
import { PAGE_BYTES } from '../store/file/page-size.ts';
import { checkpoint, fileOf, overwritePage, pageBytes } from '../testing/damage.ts';
import { writeOlderFile } from '../testing/older-file.ts';
import { OpenStore } from '../testing/open-store.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { repair, type Repaired } from './repair.ts';
import { testFolder } from '../testing/test-folder.ts';

const TRACES = 60;

function folderOfTest(): string {
  const folder = testFolder();
  return folder;
}

/** A store whose file, of pages of so many bytes, was vacuumed when it had that format. */
function vacuumedStore(format: number, pages: number): string {
  const store = new OpenStore();
  onTestFinished(() => store.close());
  for (let trace = 1; trace <= TRACES; trace++)
    store.keepSpans('p', {
      traceId: traceIdOf(trace),
      spanId: spanIdOf(1),
      name: `span ${trace}`,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.thing': `thing ${trace}`,
        'gen_ai.input.messages': '[]',
        'gen_ai.output.messages': '[]',
      },
    });
  const folder = folderOfTest();
  store.writing.pragma(`page_size = ${pages}`);
  if (format < newestFormat()) writeOlderFile(store.directory, folder, format);
  else store.writing.exec(`VACUUM INTO '${fileOf(folder)}'`);
  const file = new Database(fileOf(folder));
  file.exec('VACUUM');
  file.close();
  openForWriting(folder, 'normal').close();
  checkpoint(folder);
  expect(pageBytes(folder)).toBe(pages);
  return folder;
}

const mend = (dataDirectory: string): Repaired =>
  repair({ dataDirectory, now: new Date(), total: () => {}, onRow: () => {} });

test.for([
  [5, 4096],
  [7, 4096],
  [newestFormat(), 4096],
  [newestFormat(), PAGE_BYTES],
] as const)(
  'a database that was vacuumed at format %i, of pages of %i bytes, is found again without its list of tables',
  ([format, pages]) => {
    const dataDir = vacuumedStore(format, pages);
    overwritePage(dataDir, 1);
    expect(mend(dataDir)).toMatchObject({ spans: TRACES, withoutContent: 0, unusable: 0 });
    const database = new Database(fileOf(dataDir), { readonly: true });
    onTestFinished(() => void database.close());
    const names = database.prepare('SELECT name FROM spans ORDER BY id').pluck().all();
    expect(new Set(names)).toEqual(new Set(Array.from({ length: TRACES }, (_, i) => `span ${i + 1}`)));
    const keys = database.prepare(
      'SELECT attribute_keys.key FROM indexed_attributes AS indexed JOIN attribute_keys ON attribute_keys.id = indexed.key',
    );
    expect(Map.groupBy(keys.pluck().all(), (key) => key)).toEqual(
      new Map(
        ['gen_ai.request.thing', 'gen_ai.input.messages', 'gen_ai.output.messages'].map((key) => [
          key,
          Array.from({ length: TRACES }, () => key),
        ]),
      ),
    );
  },
);

test('a database of which no row can be read stays where it is, unless it is as small as one without rows', () => {
  const dataDir = folderOfTest();
  openForWriting(dataDir, 'normal').close();
  checkpoint(dataDir);
  expect(mend(dataDir)).toMatchObject({ spans: 0, logs: 0, points: 0 });
  const file = new Database(fileOf(dataDir));
  file.exec('CREATE TABLE other (text)');
  file.prepare('INSERT INTO other VALUES (?)').run('x'.repeat(2_000_000));
  file.close();
  expect(() => mend(dataDir)).toThrow(
    /^no row could be read of a database with \d+ kB in use: nothing was changed/,
  );
  const kept = new Database(fileOf(dataDir), { readonly: true });
  onTestFinished(() => void kept.close());
  expect(kept.prepare('SELECT length(text) FROM other').pluck().get()).toBe(2_000_000);
});
