import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig, loadConfig, type ConfigOrigin } from '../config/config.ts';
import { settingKeys } from '../config/config-merge.ts';
import { Config } from '../contract/config.ts';
import { Settings } from '../contract/settings.ts';
import { SpanPage } from '../contract/spans.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { exactly } from '../testing/exact-schema.ts';
import { jsonOf, send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { JSON_TYPE, store } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { testFolder } from '../testing/test-folder.ts';

let folder: string;
let file: string;
let collector: RunningCollector;
beforeEach(() => {
  folder = testFolder();
  file = path.join(folder, 'config', 'settings.json');
});
afterEach(async () => {
  await collector.stop();
});

const start = async (sources: Record<string, string> = {}): Promise<void> => {
  const origin: ConfigOrigin = { sources: new Map(Object.entries(sources)), file };
  collector = await startCollector({ options: { origin } });
};
const settings = (): Promise<Settings> => read(Settings, `${collector.url}/api/v1/settings`);
const patch = (body: unknown): Promise<Answer> =>
  send(`${collector.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: JSON_TYPE,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const written = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('GET /api/v1/settings', () => {
  test('tells every setting as it counts, and where it came from', async () => {
    await start({ 'server.port': 'command line', 'stream.max_connections': file });
    const told = await settings();
    expect(told.settings).toMatchObject({
      server: { host: '127.0.0.1' },
      otel: { auth: { required: false }, retention: { days: null, check_interval_secs: 300 } },
      pricing: { overrides: {} },
      storage: { data_dir: collector.dataDir },
    });
    expect(Object.keys(told.sources)).toEqual(settingKeys(Config));
    expect(told.sources).toMatchObject({
      'server.port': 'command line',
      'stream.max_connections': file,
      'auth.enabled': 'default',
    });
    expect(told.file).toBe(file);
    for (const key of told.changeable) expect(told.sources).toHaveProperty([key]);
  });
});

describe('PATCH /api/v1/settings', () => {
  test('changes what counts from now on, answers all settings, and writes only what was changed', async () => {
    await start();
    const changes = {
      server: { cors_origins: ['https://friend.example'] },
      otel: { retention: { days: 7, max_spans: null }, attributes: { span_attributes: ['customer.tier'] } },
      stream: { max_connections: 1 },
    };
    const answer = await patch(changes);
    expect(answer.status).toBe(200);
    expect(exactly(Settings, jsonOf(answer))).toEqual(await settings());
    expect((await settings()).settings).toMatchObject(changes);
    expect((await settings()).sources).toMatchObject({
      'otel.retention.days': file,
      'otel.retention.max_bytes': 'default',
    });
    expect(written()).toEqual(changes);
    expect(readdirSync(path.dirname(file))).toEqual(['settings.json']);
  });

  test('is found again by the next start, beside what the file held', async () => {
    await start();
    rmSync(folder, { recursive: true });
    await patch({ stream: { timeout_secs: 60 } });
    await patch({ stream: { keepalive_secs: 5 }, pricing: { overrides: { m: { input: 1, output: 2 } } } });
    const { config, origin } = loadConfig({
      env: { XDG_CONFIG_HOME: folder },
      workingDirectory: folder,
      file,
    });
    expect(config.stream).toEqual({ max_connections: 100, timeout_secs: 60, keepalive_secs: 5 });
    expect(config.pricing.overrides).toEqual({ m: { input: 1, output: 2 } });
    expect(origin.sources.get('stream.timeout_secs')).toBe(file);
    await patch({ pricing: { overrides: {} } });
    expect(written()).toMatchObject({ pricing: { overrides: {} }, stream: { timeout_secs: 60 } });
  });

  test.skipIf(process.platform === 'win32')('writes through a link, which stays one', async () => {
    await start();
    file = path.join(folder, 'link.json');
    writeFileSync(path.join(folder, 'target.json'), '{}');
    symlinkSync('target.json', file);
    await collector.stop();
    await start();
    expect((await patch({ stream: { max_connections: 3 } })).status).toBe(200);
    expect(JSON.parse(readFileSync(path.join(folder, 'target.json'), 'utf8'))).toEqual({
      stream: { max_connections: 3 },
    });
  });

  test('counts at once: streams and origins', async () => {
    await start();
    const origin = 'https://friend.example';
    const health = (): Promise<Answer> => send(`${collector.url}/api/v1/health`, { headers: { origin } });
    expect((await health()).headers).not.toHaveProperty('access-control-allow-origin');
    await patch({ server: { cors_origins: [origin] } });
    expect((await health()).headers['access-control-allow-origin']).toBe(origin);
  });

  test('counts at once: prices, for spans that come from then on', async () => {
    await start();
    const call = (id: number): SpanSpec => ({
      traceId: traceIdOf(id),
      spanId: spanIdOf(id),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'my-own-model',
        'gen_ai.usage.input_tokens': 1_000_000,
        'gen_ai.usage.output_tokens': 1_000_000,
      },
    });
    await store(collector.url, 'default', { spans: [call(1)] });
    await patch({ pricing: { overrides: { 'My-Own-Model': { input: 1.5, output: 2 } } } });
    await store(collector.url, 'default', { spans: [call(2)] });
    const { data } = await read(SpanPage, `${projectUrl(collector.url)}/spans`);
    const costs = Object.fromEntries(data.map(({ span_id, total_cost }) => [span_id, total_cost]));
    expect(costs).toEqual({ [spanIdOf(1)]: 0, [spanIdOf(2)]: 3.5 });
  });

  test.for<[body: unknown, says: RegExp]>([
    [{ server: { port: 1 } }, /server\.port can't be changed while running: set it in .*settings\.json/],
    [{ storage: { data_dir: '/etc' } }, /storage\.data_dir can't be changed/],
    [{ auth: { enabled: true } }, /auth\.enabled can't be changed/],
    [
      { stream: { max_connections: 5, timeout_secs: '60' } },
      /stream\.timeout_secs must be an integer from 1 to 2000000, not "60"/,
    ],
    [{ stream: { max_conections: 5 } }, /unknown key stream\.max_conections/],
    [{ otel: { retention: { days: 0 } } }, /otel\.retention\.days must be a number above 0 or null, not 0/],
    [{ otel: { retention: 7 } }, /otel\.retention must be an object/],
    [
      { pricing: { overrides: { m: { input: '1' } } } },
      /pricing\.overrides\.m must be an object of input \(a number of at least 0\), output .*, cache_read \(if need be, /,
    ],
    [
      { otel: { attributes: { auto_index_genai: true } }, stream: { max_connections: 2 } },
      /max_connections is set by command line/,
    ],
    [
      { stream: { keepalive_secs: 9 } },
      /keepalive_secs is set by environment variable TRACEDECK_STREAM__KEEPALIVE_SECS/,
    ],
    [{ server: { cors_origins: ['null'] } }, /"null" is what any page can send/],
    [[], /the body must be an object/],
    ['null', /the body must be an object/],
    ['{', /JSON|body/],
  ])('%j is refused and changes nothing', async ([body, says]) => {
    await start({
      'stream.max_connections': 'command line',
      'stream.keepalive_secs': 'environment variable TRACEDECK_STREAM__KEEPALIVE_SECS',
    });
    const before = await settings();
    expect(errorOf(await patch(body))).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(says) as string,
    });
    expect(await settings()).toEqual(before);
    expect(existsSync(file)).toBe(false);
  });

  test.for([
    ['text/plain', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/x-www-form-urlencoded', 'stream.max_connections=1', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['nonsense', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json', '', 400, 'VALIDATION_ERROR'],
    ['application/json', ' '.repeat(1024 * 1024 + 1), 413, 'PAYLOAD_TOO_LARGE'],
  ] as const)('a body of type %j is refused in the documented shape', async ([type, body, status, code]) => {
    await start();
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const answer = await send(`${collector.url}/api/v1/settings`, { method: 'PATCH', headers, body });
    expect(errorOf(answer)).toMatchObject({ status, code });
    expect(existsSync(file)).toBe(false);
  });

  test('no body at all is VALIDATION_ERROR', async () => {
    await start();
    const answer = await send(`${collector.url}/api/v1/settings`, { method: 'PATCH' });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  test('to a file that can’t be written changes nothing, and says why', async () => {
    await start();
    mkdirSync(file, { recursive: true });
    const answer = await patch({ stream: { max_connections: 7 } });
    expect(errorOf(answer)).toMatchObject({ status: 500, code: 'STORAGE_ERROR' });
    expect(errorOf(answer).message).toContain(file);
    expect((await settings()).settings.stream.max_connections).toBe(100);
  });

  test('without a file to write to counts until the stop', async () => {
    collector = await startCollector();
    expect((await patch({ stream: { max_connections: 7 } })).status).toBe(200);
    expect(await settings()).toMatchObject({ file: null, settings: { stream: { max_connections: 7 } } });
    expect(defaultConfig({}).stream.max_connections).toBe(100);
  });
});
