import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultConfig, type Config } from '../config.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { checkpoint, fileOf, overwritePage, pageCount, pagesOf } from '../testing/damage.ts';
import { send } from '../testing/http-client.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { random } from '../testing/random.ts';
import { makeFolder, serve, tracedeck, type Exit } from '../testing/serve.ts';
import { startCollector } from '../testing/start-collector.ts';
import { examineAll } from './checks.ts';
import { repair, type Repaired } from './repair.ts';

const SPANS = 1500;
/** 150 in either project. */
const TRACES = 300;
const LOGS = 400;
const POINTS = 300;
const next = random(7);
const words = (length: number): string =>
  Array.from({ length }, () => Math.floor(next() * 2 ** 32).toString(36)).join(' ');

const request = (from: number): RequestSpec => ({
  spans: Array.from({ length: 100 }, (_, i) => ({
    traceId: traceIdOf(1 + ((from + i) % 150)),
    spanId: spanIdOf(1 + from + i),
    name: `span ${from + i}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.request.temperature': (from + i) % 3,
      'session.id': `session ${(from + i) % 30}`,
      text: words(40),
    },
  })),
});

/** A database of a stopped collector that every test damages a copy of. */
let whole: string;
beforeAll(async () => {
  whole = makeBefore();
  const collector = await startCollector({ dataDir: whole });
  for (let from = 0; from < SPANS; from += 100)
    await store(collector.url, from < 1000 ? 'shop' : 'default', request(from));
  const logs = Array.from({ length: LOGS }, (_, i) => ({ body: `log ${i} ${words(10)}` }));
  await storeSignal(collector.url, 'shop', 'logs', logBytes({ logs }));
  const dataPoints = Array.from({ length: POINTS }, (_, i) => ({
    timeUnixNano: metricTime(i),
    asInt: `${i}`,
  }));
  await storeSignal(collector.url, 'shop', 'metrics', metricBytes([{ name: 'm', gauge: { dataPoints } }]));
  await collector.stop();
  checkpoint(whole);
}, 60_000);

function makeBefore(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-doctor-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function copyOfWhole(): string {
  const folder = makeFolder();
  cpSync(whole, folder, { recursive: true });
  return folder;
}

function configOf(dataDir: string): Config {
  const config = defaultConfig({});
  config.storage.data_dir = dataDir;
  config.server.port = config.otel.http.port = config.otel.grpc.port = 0;
  return config;
}

const quiet = { total: () => {}, step: () => {} };
const findings = async (dataDir: string): Promise<Record<string, string>> => {
  const { findings: found } = await examineAll(configOf(dataDir), quiet);
  return Object.fromEntries(
    found.map(({ name, isGood, lines }) => [name, `${isGood ? 'ok' : 'BAD'}: ${lines.join(' | ')}`]),
  );
};
const mend = (dataDirectory: string): Repaired =>
  repair({ dataDirectory, now: new Date('2026-11-21T10:20:30Z'), total: () => {}, onRow: () => {} });

/** Every page can be read, and all that is kept adds up. */
async function expectSound(dataDir: string, spans: number): Promise<void> {
  const after = await findings(dataDir);
  expect(after['database']).toMatch(/^ok: /);
  expect(after['totals']).toMatch(new RegExp(`^ok: of ${spans} spans in \\d+ traces equal a recount$`));
}

/** The same, and a collector shows all of it and takes more. */
async function expectWhole(dataDir: string, spans: number): Promise<void> {
  await expectSound(dataDir, spans);
  const collector = await startCollector({ dataDir });
  onTestFinished(() => collector.stop());
  let found = 0;
  for (const project of ['shop', 'default']) {
    const url = projectUrl(collector.url, project);
    const { data, meta } = await read(SpanPage, `${url}/spans?limit=1000&include_raw_span=true`);
    found += meta.total_items;
    const { data: traces } = await read(TracePage, `${url}/traces?limit=1000`);
    expect(traces.reduce((sum, { span_count }) => sum + span_count, 0)).toBe(meta.total_items);
    for (const { trace_id, span_id } of data.slice(0, 20))
      expect((await send(`${url}/traces/${trace_id}/spans/${span_id}`)).status).toBe(200);
  }
  expect(found).toBe(spans);
  await store(collector.url, 'more', request(90_000));
}

const setAsides = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('tracedeck-damaged'));

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
    const none = path.join(makeFolder(), 'none');
    expect((await findings(none))['data']).toMatch(/^ok: .*the first start makes it$/);
    expect(existsSync(none)).toBe(false);
  });

  test('names a port that another program has taken, and the flag', async () => {
    const occupant = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    onTestFinished(() => void occupant.close());
    const config = configOf(makeFolder());
    config.otel.grpc.port = (occupant.address() as net.AddressInfo).port;
    const { findings: found } = await examineAll(config, quiet);
    expect(found.find(({ name }) => name === 'ports')).toMatchObject({
      isGood: false,
      lines: [
        `${config.otel.grpc.port} is taken by another program: stop it or choose another with --grpc-port`,
      ],
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
  ] as const)('finds and mends what does not add up: %s', async ([sql, wanted]) => {
    const dataDir = copyOfWhole();
    const database = new Database(fileOf(dataDir));
    database.exec(sql);
    database.close();
    expect((await findings(dataDir))['totals']).toMatch(wanted);
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unplaced: 0 });
    await expectSound(dataDir, SPANS);
  });
});

describe('of a damaged database', () => {
  test('the doctor names the damage, and a repair keeps the old file and all but what lay in the damaged page', async () => {
    const dataDir = copyOfWhole();
    const leaves = pagesOf(dataDir, 'spans', 'leaf');
    overwritePage(dataDir, leaves[Math.floor(leaves.length / 2)]!);
    const damaged = readFileSync(fileOf(dataDir));
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    const repaired = mend(dataDir);
    expect(repaired.before.spans).toBe(SPANS);
    expect(repaired.spans).toBeLessThan(SPANS);
    expect(repaired.spans).toBeGreaterThan(SPANS - 30);
    expect(repaired).toMatchObject({ withoutContent: 0, logs: LOGS, points: POINTS, unplaced: 0 });
    expect(setAsides(dataDir)).toEqual(['tracedeck-damaged-2026-11-21T10-20-30.db']);
    expect(readFileSync(repaired.setAside).equals(damaged)).toBe(true);
    await expectWhole(dataDir, repaired.spans);
  });

  test('spans whose content is lost stay in their traces', async () => {
    const dataDir = copyOfWhole();
    const [page] = pagesOf(dataDir, 'chunks', 'overflow');
    overwritePage(dataDir, page!);
    const repaired = mend(dataDir);
    expect(repaired.spans).toBe(SPANS);
    expect(repaired.withoutContent).toBeGreaterThan(0);
    expect(repaired.withoutContent).toBeLessThanOrEqual(96 * 2);
    await expectWhole(dataDir, SPANS);
  });

  test.for([
    ['traces', 'leaf'],
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
    overwritePage(dataDir, page!);
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, withoutContent: 0, logs: LOGS, points: POINTS });
    await expectSound(dataDir, SPANS);
  });

  test('any pages at all may be damaged: whatever is left is whole', async () => {
    for (let round = 0; round < 5; round++) {
      const dataDir = copyOfWhole();
      for (let i = 0; i < 4; i++)
        overwritePage(dataDir, 2 + Math.floor(next() * (pageCount(dataDir) - 1)), Math.floor(next() * 256));
      const { spans } = mend(dataDir);
      expect(spans).toBeGreaterThan(0);
      await expectSound(dataDir, spans);
    }
  }, 120_000);

  test('a file that was written half is read as far as it goes', async () => {
    const dataDir = copyOfWhole();
    truncateSync(fileOf(dataDir), Math.floor(pageCount(dataDir) * 0.6) * 4096 + 1000);
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    const { spans } = mend(dataDir);
    expect(spans).toBeGreaterThan(SPANS / 10);
    await expectWhole(dataDir, spans);
  }, 60_000);

  test('a file that is no database is set aside for an empty one', async () => {
    const dataDir = copyOfWhole();
    writeFileSync(fileOf(dataDir), 'this is no database '.repeat(1000));
    expect((await findings(dataDir))['database']).toMatch(/^BAD: /);
    expect(mend(dataDir)).toMatchObject({ spans: 0, before: { spans: null, logs: null } });
    expect(readFileSync(path.join(dataDir, setAsides(dataDir)[0]!), 'utf8')).toMatch(/^this is no database/);
    await expectWhole(dataDir, 0);
  });

  test('a write-ahead log that was cut costs what it held, and nothing else', async () => {
    const dataDir = makeFolder();
    const served = await serve(['--data-dir', dataDir]);
    await store(served.addresses.http, 'shop', request(0), request(100), request(200));
    served.process.kill('SIGKILL');
    await served.exit;
    const log = `${fileOf(dataDir)}-wal`;
    truncateSync(log, Math.floor(readFileSync(log).length * 0.7));
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
    expect(existsSync(path.join(dataDir, 'repair'))).toBe(false);
    expect(() => mend(makeFolder())).toThrow(/^there is no database in /);
  });

  test('that was killed is begun anew by the next', async () => {
    const dataDir = copyOfWhole();
    cpSync(whole, path.join(dataDir, 'repair'), { recursive: true });
    expect(mend(dataDir)).toMatchObject({ spans: SPANS });
    await expectWhole(dataDir, SPANS);
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
    overwritePage(dataDir, leaves[3]!);
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
      /^saved \d+ spans, 400 log records and 300 data points\n {2}\d+ spans lost; 0 log records lost\nthe old database is \S+tracedeck-damaged-\S+\.db: /m,
    );
    expect(await run('--repair', '--data-dir', dataDir)).toMatchObject({
      code: 0,
      stderr: 'there is nothing to repair\n',
    });
    expect(setAsides(dataDir)).toHaveLength(1);
  }, 60_000);
});
