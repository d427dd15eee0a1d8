import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileOf, overwritePage, pagesOf } from '../testing/damage.ts';
import {
  configOf,
  copyOfWhole,
  expectSound,
  findings,
  LOGS,
  makeWhole,
  mend,
  POINTS,
  request,
  setAsides,
  SPANS,
  TRACES,
} from '../testing/doctor-data.ts';
import { store } from '../testing/otlp-client.ts';
import { makeSmallDisk } from '../testing/small-disk.ts';
import { tracedeck, type Exit } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector } from '../testing/start-collector.ts';
import { examineAll } from './checks.ts';
import { examinePorts } from './ports.ts';

makeWhole();

describe('the doctor', () => {
  test('finds nothing wrong with a database that is whole, running or not, and changes nothing', async () => {
    const dataDir = copyOfWhole();
    const before = readFileSync(fileOf(dataDir));
    expect(await findings(dataDir)).toMatchObject({
      version: expect.stringMatching(/^ok: Tracedeck \d/) as string,
      data: expect.stringMatching(/^ok: .* free$/) as string,
      collector: 'ok: none runs on this data',
      database: expect.stringMatching(/^ok: .*every page can be read$/) as string,
      totals: `ok: of ${SPANS} spans in ${TRACES} traces equal a recount`,
    });
    expect(readFileSync(fileOf(dataDir)).equals(before)).toBe(true);
    const collector = await startCollector({ dataDir });
    onTestFinished(() => collector.stop());
    await store(collector.url, 'shop', request(50_000));
    expect(await findings(dataDir)).toMatchObject({
      collector: `ok: runs at ${collector.url}`,
      totals: expect.stringMatching(`^ok: of ${SPANS + 100} spans`) as string,
    });
  });

  test('has nothing against a folder that is not there yet', async () => {
    const none = path.join(testFolder(), 'none');
    expect((await findings(none))['data']).toMatch(/^ok: .*the first start makes it$/);
    expect(existsSync(none)).toBe(false);
    expect(readdirSync(path.dirname(none))).toEqual([]);
  });

  test('has something against one that can not be made', async () => {
    const file = path.join(testFolder(), 'file');
    writeFileSync(file, '');
    const below = path.join(file, 'not', 'there');
    expect((await findings(below))['data']).toMatch(/^BAD: .*there can't be written \(ENOTDIR\): choose/);
  });

  test('has something against links that lead nowhere, to the folder or to the database', async () => {
    const folder = testFolder();
    const link = path.join(folder, 'link');
    symlinkSync(path.join(folder, 'unmounted'), link);
    const lost = `BAD: ${link} is a link to ${path.join(folder, 'unmounted')}, which is not there`;
    expect((await findings(link))['data']).toBe(lost);
    expect((await findings(path.join(link, 'data')))['data']).toBe(lost);
    symlinkSync(path.join(link, 'large.db'), fileOf(folder));
    expect((await findings(folder))['database']).toMatch(
      /^BAD: .*tracedeck\.db is a link to .*large\.db, which is not there: put that back, or remove the link$/,
    );
  });

  test('leaves nothing on a disk that is full', async (context) => {
    const disk = makeSmallDisk(1);
    if (typeof disk === 'string') return context.skip(disk);
    onTestFinished(() => disk.remove());
    disk.fill();
    expect((await findings(disk.folder))['data']).toMatch(
      /^BAD: .*can't be written \(ENOSPC\): free some space$/,
    );
    expect(readdirSync(disk.folder)).toEqual(['filler']);
  });

  test('says of a file of another program what it is, and leaves it alone', async () => {
    const dataDir = testFolder();
    const theirs = new Database(fileOf(dataDir));
    theirs.exec('CREATE TABLE places (url TEXT)');
    theirs.close();
    const before = readFileSync(fileOf(dataDir));
    const { findings: found, isRepairable } = await examineAll(configOf(dataDir));
    expect(found.slice(4)).toEqual([
      {
        name: 'database',
        isGood: false,
        lines: [
          fileOf(dataDir),
          `the database ${fileOf(dataDir)} belongs to another program (it has a table places) and is left alone: move it elsewhere or choose another --data-dir`,
        ],
      },
    ]);
    expect(isRepairable).toBe(false);
    expect(() => mend(dataDir)).toThrow(/belongs to another program/);
    expect(readFileSync(fileOf(dataDir)).equals(before)).toBe(true);
    expect(setAsides(dataDir)).toEqual([]);
  });

  test('names a port that another program has taken, and the flag', async () => {
    const occupant = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    onTestFinished(() => void occupant.close());
    const config = configOf(testFolder());
    config.otel.grpc.port = (occupant.address() as net.AddressInfo).port;
    const { findings: found } = await examineAll(config);
    expect(found.find(({ name }) => name === 'ports')).toMatchObject({
      isGood: false,
      lines: [
        `${config.otel.grpc.port} is taken by another program: stop it or choose another with --grpc-port`,
      ],
    });
  });

  test('says of a host that this machine has not that it is the host', async () => {
    const config = configOf(testFolder());
    const [port, other] = await freePorts();
    config.server.host = '203.0.113.1';
    config.server.port = port;
    config.otel.http.port = other;
    expect(await examinePorts(config, new Set())).toEqual({
      name: 'ports',
      isGood: false,
      lines: ['this machine has no address 203.0.113.1: choose another with --host'],
    });
  });

  test('tells the ports that are free from those of the collector that runs here', async () => {
    const config = configOf(testFolder());
    const [own, free] = await freePorts();
    config.server.port = own;
    config.otel.grpc.port = free;
    expect(await examinePorts(config, new Set([own]))).toEqual({
      name: 'ports',
      isGood: true,
      lines: [`${own} is this collector's, ${free} is free`],
    });
  });

  test.for([
    [
      'UPDATE traces SET total_tokens = total_tokens + 1 WHERE id = 3',
      /^BAD: 1 traces whose totals[^|]*\| 1 sessions/,
    ],
    ['UPDATE spans SET counted = 0 WHERE id = 3', /^BAD: 1 traces whose totals/],
    ['UPDATE sessions SET trace_count = 0', /^BAD: \d+ sessions whose totals/],
    ['UPDATE projects SET span_count = 1', /^BAD: 2 projects whose counts/],
    ['DELETE FROM chunks WHERE id = 2', /^BAD: \d+ spans whose content is missing/],
    ["UPDATE chunks SET data = x'00' WHERE id = 2", /^BAD: 1 pieces of content/],
    ['DELETE FROM traces WHERE id = 2', /^BAD: .*spans whose trace is missing/],
    ['UPDATE metric_series SET point_count = 1', /^BAD: .*metrics whose count/],
    ['UPDATE trace_names SET traces = traces + 1', /^BAD: \d+ names of traces whose counts/],
    ["DELETE FROM trace_names WHERE field = 'trace_name'", /^BAD: \d+ names of traces whose counts/],
    ['UPDATE facet_values SET spans = spans - 1', /^BAD: \d+ names of spans whose counts/],
    ['UPDATE search_waiting SET spans = spans + 1', /^BAD: 1 spans that wait for search/],
  ] as const)('finds and mends what does not add up: %s', async ([sql, wanted]) => {
    const dataDir = copyOfWhole();
    const database = new Database(fileOf(dataDir));
    database.exec(sql);
    database.close();
    expect((await findings(dataDir))['totals']).toMatch(wanted);
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unusable: 0 });
    await expectSound(dataDir, SPANS);
  });
});

describe('tracedeck doctor', () => {
  const run = (...args: string[]): Promise<Exit> =>
    tracedeck(['doctor', ...args], {
      env: {
        TRACEDECK_SERVER__PORT: '0',
        TRACEDECK_OTEL__HTTP__PORT: '0',
        TRACEDECK_OTEL__GRPC__PORT: '0',
      },
    }).exit;

  test('prints what it found, says what to do, repairs, and is content afterwards', async () => {
    const dataDir = copyOfWhole();
    expect(await run('--data-dir', dataDir)).toMatchObject({ code: 0, stderr: '' });
    const leaves = pagesOf(dataDir, 'spans', 'leaf');
    overwritePage(dataDir, leaves[3]);
    const found = await run('--data-dir', dataDir);
    expect(found).toMatchObject({
      code: 1,
      stderr: 'error: 1 of 5 checks failed: stop Tracedeck and run "tracedeck doctor --repair"\n',
    });
    expect(found.stdout).toMatch(/^ok {3}version {4}Tracedeck/);
    expect(found.stdout).toMatch(/^BAD {2}database /m);
    const repaired = await run('--repair', '--data-dir', dataDir);
    expect(repaired).toMatchObject({ code: 0, stderr: '' });
    expect(repaired.stdout).toMatch(
      /^saved \d+ spans, 400 log records and 600 data points\n {2}\d+ spans lost; 0 log records lost\nthe old database is \S+tracedeck-damaged-\S+\.db: /m,
    );
    expect(await run('--repair', '--data-dir', dataDir)).toMatchObject({
      code: 0,
      stderr: 'there is nothing to repair\n',
    });
    expect(setAsides(dataDir)).toHaveLength(1);
  });
});

/** Two that nobody listened on a moment ago. */
async function freePorts(): Promise<[number, number]> {
  const servers = [
    net.createServer().listen(0, '127.0.0.1'),
    net.createServer().listen(0, '127.0.0.1'),
  ] as const;
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const [one, other] = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [one!, other!];
}
