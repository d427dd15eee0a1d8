import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { repair } from './repair.ts';
import { PAGE_BYTES } from '../store/file/page-size.ts';
import { fileOf, overwritePage, pageCount, pagesOf } from '../testing/damage.ts';
import {
  copyOfWhole,
  expectSound,
  expectWhole,
  findings,
  LOGS,
  makeWhole,
  mend,
  next,
  POINTS,
  request,
  setAsides,
  SPANS,
} from '../testing/doctor-data.ts';
import { setAsideName } from '../store/file/set-aside.ts';
import { writeOlderFile } from '../testing/older-file.ts';
import { store } from '../testing/otlp-client.ts';
import { makeSmallDisk } from '../testing/small-disk.ts';
import { serve } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector } from '../testing/start-collector.ts';

makeWhole();

describe('of a damaged database', () => {
  test('the doctor names the damage, and a repair keeps the old file and all but what lay in the damaged page', async () => {
    const dataDir = copyOfWhole();
    const leaves = pagesOf(dataDir, 'spans', 'leaf');
    overwritePage(dataDir, leaves[Math.floor(leaves.length / 2)]);
    const damaged = readFileSync(fileOf(dataDir));
    chmodSync(fileOf(dataDir), 0o644);
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    const repaired = mend(dataDir);
    expect(repaired.before.spans).toBe(SPANS);
    expect(repaired.spans).toBeLessThan(SPANS);
    expect(repaired.spans).toBeGreaterThan(SPANS - 60);
    expect(repaired).toMatchObject({ withoutContent: 0, logs: LOGS, points: POINTS, unusable: 0 });
    expect(setAsides(dataDir)).toEqual(['tracedeck-damaged-2026-11-21T10-20-30.db']);
    expect(readFileSync(repaired.setAside).equals(damaged)).toBe(true);
    for (const file of [repaired.setAside, fileOf(dataDir)]) expect(statSync(file).mode & 0o777).toBe(0o600);
    await expectWhole(dataDir, repaired.spans);
  });

  test('a page of which half was never written costs what lay there, and no row is saved twice', async () => {
    const dataDir = copyOfWhole();
    const leaves = pagesOf(dataDir, 'spans', 'leaf');
    overwritePage(dataDir, leaves[Math.floor(leaves.length / 2)], { byte: 0, from: 2048 });
    const { spans, unusable } = mend(dataDir);
    expect(spans).toBeGreaterThan(SPANS - 60);
    expect(spans + unusable).toBeLessThan(SPANS);
    await expectWhole(dataDir, spans);
  });

  test('spans whose content is lost stay in their traces', async () => {
    const dataDir = copyOfWhole();
    const [page] = pagesOf(dataDir, 'chunks', 'overflow');
    overwritePage(dataDir, page);
    const repaired = mend(dataDir);
    expect(repaired.spans).toBe(SPANS);
    expect(repaired.withoutContent).toBeGreaterThan(0);
    expect(repaired.withoutContent).toBeLessThanOrEqual(96 * 2);
    await expectWhole(dataDir, SPANS);
  });

  test.for([
    ['traces', 'leaf'],
    ['spans', 'internal'],
    ['chunks', 'internal'],
    ['attribute_index', 'internal'],
    ['spans_identity', 'leaf'],
    ['search_data', 'leaf'],
    ['sessions', 'leaf'],
    ['facet_values', 'leaf'],
    ['resources', 'leaf'],
    ['traces_by_start', 'leaf'],
  ] as const)('a page of %s (%s) costs no span', async ([name, type]) => {
    const dataDir = copyOfWhole();
    const [page] = pagesOf(dataDir, name, type);
    overwritePage(dataDir, page);
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, withoutContent: 0, logs: LOGS, points: POINTS });
    await expectSound(dataDir, SPANS);
  });

  test.for([
    ['the first page', () => [1]],
    ['what lies behind it', (dataDir: string) => pagesOf(dataDir, 'sqlite_schema', 'leaf')],
    ['all of it', (dataDir: string) => [1, ...pagesOf(dataDir, 'sqlite_schema', 'leaf')]],
  ] as const)('the list of tables (%s) costs no row', async ([, pages]) => {
    const dataDir = copyOfWhole();
    for (const page of pages(dataDir)) overwritePage(dataDir, page);
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, withoutContent: 0, logs: LOGS, points: POINTS });
    await expectWhole(dataDir, SPANS);
  });

  test('a page that leads to metric points costs those that lie on it, not those behind it', async () => {
    const dataDir = copyOfWhole();
    const [root, ...inner] = pagesOf(dataDir, 'metric_points', 'internal');
    expect(inner).toEqual([]);
    const leaves = pagesOf(dataDir, 'metric_points', 'leaf').length;
    overwritePage(dataDir, root);
    // Between any two leaves there is one row.
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS - (leaves - 1) });
    await expectSound(dataDir, SPANS);
  });

  test('any pages at all may be damaged: whatever is left is whole', async () => {
    for (let round = 0; round < 5; round++) {
      const dataDir = copyOfWhole();
      for (let i = 0; i < 4; i++)
        overwritePage(dataDir, 2 + Math.floor(next() * (pageCount(dataDir) - 1)), {
          byte: Math.floor(next() * 256),
        });
      const { spans } = mend(dataDir);
      expect(spans).toBeGreaterThan(0);
      await expectSound(dataDir, spans);
    }
  }, 120_000);

  test('a file that was written half is read as far as it goes', async () => {
    const dataDir = copyOfWhole();
    truncateSync(fileOf(dataDir), Math.floor(pageCount(dataDir) * 0.6) * PAGE_BYTES + 1000);
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    const { spans } = mend(dataDir);
    expect(spans).toBeGreaterThan(SPANS / 10);
    await expectWhole(dataDir, spans);
  });

  test('a file that is no database is set aside for an empty one', async () => {
    const dataDir = copyOfWhole();
    writeFileSync(fileOf(dataDir), 'this is no database '.repeat(1000));
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    expect(mend(dataDir)).toMatchObject({ spans: 0, before: { spans: null, logs: null } });
    expect(readFileSync(path.join(dataDir, setAsides(dataDir)[0]!), 'utf8')).toMatch(/^this is no database/);
    await expectWhole(dataDir, 0);
  });

  test('a write-ahead log that was cut costs what it held, and nothing else', async () => {
    const dataDir = testFolder();
    const served = await serve(['--data-dir', dataDir]);
    await store(served.addresses.http, 'shop', request(0), request(100), request(200));
    served.process.kill('SIGKILL');
    await served.exit;
    const log = `${fileOf(dataDir)}-wal`;
    truncateSync(log, Math.floor(readFileSync(log).length * 0.8));
    const after = await findings(dataDir);
    expect(after['database']).toMatch(/^ok: /);
    expect(after['totals']).toMatch(/^ok: of (1|2)00 spans/);
    await expectWhole(dataDir, Number(/of (\d+) spans/.exec(after['totals']!)?.[1]));
  });
});

describe('a repair', () => {
  test('is refused while a collector runs, for a newer file, and where there is none: nothing is changed', async () => {
    const dataDir = copyOfWhole();
    const collector = await startCollector({ dataDir });
    expect(() => mend(dataDir)).toThrow(/^another Tracedeck is using the data directory/);
    await collector.stop();
    const database = new Database(fileOf(dataDir));
    database.pragma('user_version = 9999');
    database.close();
    expect(() => mend(dataDir)).toThrow(/written by a newer version of Tracedeck/);
    expect(setAsides(dataDir)).toEqual([]);
    expect(existsSync(path.join(dataDir, 'tracedeck-repair'))).toBe(false);
    expect(() => mend(testFolder())).toThrow(/^there is no database in /);
  });

  test.for([4, 5, 7])('reads a file of format %i, whole or damaged', async (format) => {
    const older = testFolder();
    writeOlderFile(copyOfWhole(), older, format);
    expect((await findings(older))['totals']).toMatch(
      /^ok: not looked at: the next start brings format \d+ to \d+$/,
    );
    overwritePage(older, pagesOf(older, 'spans', 'leaf')[5]);
    const { spans, logs, points } = mend(older);
    expect(spans).toBeGreaterThan(SPANS - 60);
    expect({ logs, points }).toEqual({ logs: LOGS, points: POINTS });
    await expectSound(older, spans);
  });

  test('keeps what is still to be extracted anew', () => {
    const dataDir = copyOfWhole();
    const database = new Database(fileOf(dataDir));
    database.exec(
      `UPDATE traces SET extraction = 0 WHERE id <= 10;
       DELETE FROM extractions;
       INSERT INTO extractions SELECT extraction, SUM(span_count) FROM traces GROUP BY extraction`,
    );
    const before = database.prepare('SELECT version, spans FROM extractions').all();
    database.close();
    mend(dataDir);
    const after = new Database(fileOf(dataDir), { readonly: true });
    expect(after.prepare('SELECT version, spans FROM extractions').all()).toEqual(before);
    expect(after.prepare('SELECT COUNT(*) FROM traces WHERE extraction = 0').pluck().get()).toBe(10);
    after.close();
  });

  test('asks for the room that it needs, and says what to do where that is gone meanwhile', (context) => {
    const disk = makeSmallDisk(32);
    if (typeof disk === 'string') return context.skip(disk);
    onTestFinished(() => disk.remove());
    const dataDirectory = path.join(disk.folder, 'data');
    cpSync(copyOfWhole(), dataDirectory, { recursive: true });
    overwritePage(dataDirectory, pagesOf(dataDirectory, 'spans', 'leaf')[3]);
    const before = readFileSync(fileOf(dataDirectory));
    const expectUnchanged = (): void => {
      expect(readFileSync(fileOf(dataDirectory)).equals(before)).toBe(true);
      expect(existsSync(path.join(dataDirectory, 'tracedeck-repair'))).toBe(false);
      expect(setAsides(dataDirectory)).toEqual([]);
    };
    // As much as the file is, but not for what it is written through.
    disk.fill(before.length + 64 * 1024);
    expect(() => mend(dataDirectory)).toThrow(/^a repair needs \d+ MB of free space: nothing was changed$/);
    expectUnchanged();
    disk.free();
    let rows = 0;
    const onRow = (): void => void (++rows === 1200 && disk.fill());
    expect(() => repair({ dataDirectory, now: new Date(), total: () => {}, onRow })).toThrow(
      /^disk full \(\S+repair\): free some space: nothing was changed$/,
    );
    expectUnchanged();
    disk.free();
    expect(mend(dataDirectory).spans).toBeGreaterThan(SPANS - 60);
  });

  test('that was killed leaves nothing that outlives the next start of a collector', async () => {
    const dataDir = copyOfWhole();
    cpSync(copyOfWhole(), path.join(dataDir, 'tracedeck-repair'), { recursive: true });
    await (await startCollector({ dataDir })).stop();
    expect(existsSync(path.join(dataDir, 'tracedeck-repair'))).toBe(false);
  });

  test.each([
    ['the old file and its log were moved', ['', '-wal']],
    ['the old file was', ['']],
    ['its log was', ['-wal']],
    ['anything was', []],
  ])(
    'that was killed when the new file was whole, before or after %s, is ended by the next start',
    async (_when, moved) => {
      const dataDir = copyOfWhole();
      const old = { '': readFileSync(fileOf(dataDir)), '-wal': Buffer.from('the log of another file') };
      renameSync(fileOf(dataDir), path.join(dataDir, 'tracedeck-repaired.db'));
      for (const end of ['', '-wal'] as const)
        writeFileSync(
          moved.includes(end) ? `${setAsideName(fileOf(dataDir), new Date(0))}${end}` : fileOf(dataDir) + end,
          old[end],
        );
      writeFileSync(`${fileOf(dataDir)}-shm`, 'of the old file');
      await (await startCollector({ dataDir })).stop();
      await expectWhole(dataDir, SPANS);
      const kept = setAsides(dataDir).map((name) => readFileSync(path.join(dataDir, name)));
      expect(kept).toHaveLength(2);
      expect(kept).toEqual(expect.arrayContaining(Object.values(old)));
      expect(existsSync(path.join(dataDir, 'tracedeck-repaired.db'))).toBe(false);
    },
  );

  test('keeps each file that it sets aside, also of one second', () => {
    const dataDir = copyOfWhole();
    const now = new Date();
    const kept = [1, 2, 3].map(
      () => repair({ dataDirectory: dataDir, now, total: () => {}, onRow: () => {} }).setAside,
    );
    expect(new Set(kept).size).toBe(3);
    expect(setAsides(dataDir)).toHaveLength(3);
  });

  test('that was killed is begun anew by the next', async () => {
    const dataDir = copyOfWhole();
    cpSync(copyOfWhole(), path.join(dataDir, 'tracedeck-repair'), { recursive: true });
    expect(mend(dataDir)).toMatchObject({ spans: SPANS });
    await expectWhole(dataDir, SPANS);
  });
});
