import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startCollector } from '../testing/start-collector.ts';
import { contentsOf } from '../testing/contents.ts';
import { makeOlder } from '../testing/older-extraction.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { serve, tracedeck, type Exit } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { EXTRACTION_VERSION } from '../lib/version.ts';
import { readAll } from './reindex.ts';

// A command is a whole collector that starts and stops.
vi.setConfig({ testTimeout: 90_000 });

const reindex = (dataDir: string, ...more: string[]): Promise<Exit> =>
  tracedeck(['reindex', '--data-dir', dataDir, ...more]).exit;
const UP_TO_DATE = 'nothing to do: all spans are as this version reads them (--all reads them anew)\n';

function open(dataDir: string): Database.Database {
  const database = new Database(path.join(dataDir, 'tracedeck.db'));
  onTestFinished(() => void database.close());
  return database;
}

/** What does not depend on how far search is. */
function held(database: Database.Database): Record<string, string[]> {
  const { searchRows: _rows, texts: _texts, ...rest } = contentsOf(database);
  return rest;
}

/** Sends traces of model calls. */
async function send(url: string, from: number, traces: number, spans: number): Promise<void> {
  for (let n = from; n < from + traces; n++)
    await store(url, 'shop', {
      spans: Array.from({ length: spans }, (_, i) => ({
        traceId: traceIdOf(n),
        spanId: spanIdOf(i + 1),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.usage.input_tokens': 2,
          'session.id': `s${n % 3}`,
        },
      })),
    });
}

/** Resolves when the statement finds something. */
async function begun(statement: Database.Statement): Promise<void> {
  while (statement.get() === undefined) await turn();
}

/** Makes what is stored look as an older version had left it. */
function age(database: Database.Database): void {
  makeOlder(database);
  database.exec(`UPDATE spans SET input_tokens = NULL, counted = 0;
    UPDATE traces SET input_tokens = 0, total_tokens = 0;
    UPDATE sessions SET input_tokens = 0, total_tokens = 0;`);
}

async function agedDirectory(traces: number, spans: number): Promise<{ dataDir: string; fresh: object }> {
  const dataDir = path.join(testFolder(), 'data');
  const collector = await startCollector({ dataDir });
  await send(collector.url, 1, traces, spans);
  await collector.stop();
  const database = open(dataDir);
  const fresh = held(database);
  age(database);
  return { dataDir, fresh };
}

describe('tracedeck reindex', () => {
  test('works on the data directory alone, once', async () => {
    const { dataDir, fresh } = await agedDirectory(3, 5);
    expect(await reindex(dataDir)).toEqual({
      code: 0,
      signal: null,
      stdout: '15 spans were read anew; search takes them in while a collector runs\n',
      stderr: '',
    });
    expect(held(open(dataDir))).toEqual(fresh);
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
    expect(await reindex(dataDir)).toMatchObject({ code: 0, stdout: UP_TO_DATE });
    expect(held(open(dataDir))).toEqual(fresh);
    expect(await reindex(dataDir, '--all')).toMatchObject({
      code: 0,
      stdout: '15 spans were read anew; search takes them in while a collector runs\n',
    });
    expect(held(open(dataDir))).toEqual(fresh);
    const none = path.join(dataDir, 'none');
    expect(await reindex(none)).toMatchObject({
      code: 1,
      stderr: `error: there is no database in ${none}\n`,
    });
  });

  test('goes through the collector that runs there while spans come', async () => {
    const { dataDir } = await agedDirectory(20, 30);
    const served = await serve(['--data-dir', dataDir]);
    const reading = reindex(dataDir);
    await send(served.addresses.http, 10, 20, 30);
    expect(await reading).toMatchObject({ code: 0, stderr: '' });
    expect(await reindex(dataDir)).toMatchObject({ stdout: UP_TO_DATE });
    served.process.kill('SIGTERM');
    const { code, stderr } = await served.exit;
    expect(code).toBe(0);
    expect(stderr).toBe(
      '600 spans were read by an older version of Tracedeck: "tracedeck reindex" brings what is shown of them up to this one\n',
    );
    const { fresh } = await agedDirectory(29, 30);
    expect(held(open(dataDir))).toEqual(fresh);
  });

  test('does not make a database where there is none', async () => {
    const dataDir = testFolder();
    expect(await reindex(dataDir)).toMatchObject({
      code: 1,
      stderr: `error: there is no database in ${dataDir}\n`,
    });
    expect(existsSync(path.join(dataDir, 'tracedeck.db'))).toBe(false);
  });

  test('asks with a token of its own where one is asked for', async () => {
    const { dataDir } = await agedDirectory(1, 2);
    const served = await serve(['--auth', '--data-dir', dataDir]);
    expect(await reindex(dataDir)).toMatchObject({
      code: 0,
      stdout: '2 spans were read anew; search takes them in while a collector runs\n',
    });
    served.process.kill('SIGTERM');
    await served.exit;
  });

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'that is ended by %s half-way goes on with the next run',
    async (signal) => {
      const { dataDir, fresh } = await agedDirectory(8, 400);
      const command = tracedeck(['reindex', '--data-dir', dataDir]);
      const database = open(dataDir);
      const done = database.prepare('SELECT 1 FROM extractions WHERE version > 0').pluck();
      // It may be faster than the signal.
      await Promise.race([command.exit, begun(done)]);
      command.process.kill(signal);
      const { code, stderr } = await command.exit;
      const stopped =
        /^error: stopped: \d+ spans are done, \d+ are left; "tracedeck reindex" goes on with them\n$/;
      expect(stderr).toMatch(code === 1 ? stopped : /^$/);
      expect(await reindex(dataDir)).toMatchObject({ code: 0 });
      expect(held(database)).toEqual(fresh);
    },
  );
});

describe('progress', () => {
  const answer = (done: number, due: number, unreadable = 0) => ({
    version: EXTRACTION_VERSION,
    done_spans: done,
    due_spans: due,
    unreadable_spans: unreadable,
  });

  async function follow(answers: readonly ReturnType<typeof answer>[], all = false, stopAfter = Infinity) {
    const log: string[] = [];
    let asked = 0;
    const result = await readAll({
      all,
      ask: async (request) => {
        log.push(`ask${request.all ? ' all' : ''}`);
        return answers[asked++]!;
      },
      barOf: (total) => ({ add: (n) => log.push(`${n} of ${total}`), clear: () => log.push('clear') }),
      isStopped: () => asked >= stopAfter,
    });
    return { log, result };
  }

  test('is told with each piece, of all that was due at first', async () => {
    expect(await follow([answer(2, 3), answer(2, 1, 1), answer(1, 0)])).toEqual({
      log: ['ask', '2 of 5', 'ask', '2 of 5', 'ask', '1 of 5', 'clear'],
      result: { spans: 5, unreadable: 1, left: 0 },
    });
  });

  test('ends where a collector of another version answers, which reads them as that does', async () => {
    await expect(follow([{ ...answer(0, 0), version: EXTRACTION_VERSION - 1 }])).rejects.toThrow(
      /^the collector that runs there is of another version of Tracedeck/,
    );
  });

  test('makes all due once, and ends between two pieces', async () => {
    expect(await follow([answer(2, 4), answer(2, 2), answer(2, 0)], true, 2)).toEqual({
      log: ['ask all', '2 of 6', 'ask', '2 of 6', 'clear'],
      result: { spans: 4, unreadable: 0, left: 2 },
    });
  });
});
