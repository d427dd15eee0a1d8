import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { keyFile } from '../auth/key.ts';
import { TokenRegistry } from '../auth/registry.ts';
import { createToken } from '../auth/tokens.ts';
import { NewToken, TokenList } from '../contract/tokens.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { exactly } from '../testing/exact-schema.ts';
import { jsonOf, send, type Answer } from '../testing/http-client.ts';
import { JSON_TYPE } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const DAY_MS = 86_400_000;
let collector: RunningCollector;
afterEach(() => collector.stop());

const open = async (): Promise<void> => void (collector = await startCollector());
const guarded = async (): Promise<void> =>
  void (collector = await startCollector({ configure: ({ auth }) => (auth.enabled = true) }));

const own = (): Record<string, string> =>
  collector.token === null ? {} : { authorization: `Bearer ${collector.token}` };
const url = (): string => `${collector.url}/api/v1/tokens`;
const post = (body: unknown, headers: Record<string, string> = own()): Promise<Answer> =>
  send(url(), { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const create = async (body: object): Promise<NewToken> => {
  const answer = await post(body);
  expect(answer.status).toBe(201);
  return exactly(NewToken, jsonOf(answer));
};
const list = async (): Promise<TokenList> =>
  exactly(TokenList, jsonOf(await send(url(), { headers: own() })));
const revoke = (id: string, headers = own()): Promise<Answer> =>
  send(`${url()}/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
const use = (token: string): Promise<Answer> =>
  send(`${collector.url}/api/v1/projects`, { headers: { authorization: `Bearer ${token}` } });

/** A revocation counts within a second. */
async function refused(token: string): Promise<Answer> {
  for (;;) {
    const answer = await use(token);
    if (answer.status !== 200) return answer;
  }
}

describe('tokens over the API', () => {
  test('count from the moment they are made until they are revoked, and the list never shows one', async () => {
    await guarded();
    const made = await create({ name: 'my agent', ttl_secs: 3600 });
    expect(made).toMatchObject({ name: 'my agent', is_expired: false });
    expect(Date.parse(made.expires!) - Date.parse(made.created)).toBe(3_600_000);
    expect((await use(made.token)).status).toBe(200);
    const { token, ...record } = made;
    expect(await list()).toEqual({ data: [record] });
    expect((await post({ name: 'x' })).headers['cache-control']).toBe('no-store');

    const stream = await openStream(`${projectUrl(collector.url)}/sse`, { authorization: `Bearer ${token}` });
    const answer = await revoke(made.id);
    expect([answer.status, String(answer.body)]).toEqual([204, '']);
    expect(errorOf(await refused(token))).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    await stream.ended;
    expect(errorOf(await revoke(made.id))).toMatchObject({ status: 404, code: 'TOKEN_NOT_FOUND' });
    expect((await list()).data.map(({ name }) => name)).toEqual(['x']);
  });

  test('hold 30 days unless something else is said, and those of the command line are among them', async () => {
    await guarded();
    createToken(collector.dataDir, { name: 'by hand', ttlMs: 1 }, Date.now() - DAY_MS);
    const standard = await create({});
    expect(standard.name).toBeNull();
    expect(Date.parse(standard.expires!) - Date.parse(standard.created)).toBe(30 * DAY_MS);
    const lasting = await create({ name: 'for good', ttl_secs: null });
    expect(lasting.expires).toBeNull();
    const { data } = await list();
    expect(data.map(({ name, is_expired }) => [name, is_expired])).toEqual([
      ['by hand', true],
      [null, false],
      ['for good', false],
    ]);
  });

  test('are made where nobody is asked for one, too, by whoever may change things there', async () => {
    await open();
    expect((await read(TokenList, url())).data).toEqual([]);
    expect(existsSync(keyFile(collector.dataDir))).toBe(false);
    const { id } = await create({ name: 'later' });
    expect(new TokenRegistry(collector.dataDir).has(id)).toBe(true);
    const foreign = { origin: 'https://evil.example' };
    expect(errorOf(await post({}, foreign)).code).toBe('ORIGIN_NOT_ALLOWED');
    expect(errorOf(await revoke(id, foreign)).code).toBe('ORIGIN_NOT_ALLOWED');
    expect(errorOf(await post({}, { host: 'evil.example' })).code).toBe('HOST_NOT_ALLOWED');
    const local = await send(url(), { headers: { origin: 'http://localhost:3000' } });
    expect(local.headers['access-control-allow-origin']).toBeUndefined();
    expect(errorOf(await post({}, { origin: 'http://localhost:3000' })).code).toBe('ORIGIN_NOT_ALLOWED');
    expect((await list()).data).toHaveLength(1);
  });

  test('want one where callers need one', async () => {
    await guarded();
    for (const answer of [await send(url()), await post({}, {}), await revoke('0'.repeat(16), {})])
      expect(errorOf(answer)).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
    expect((await list()).data).toEqual([]);
  });

  test.for<[unknown, string]>([
    [{ name: '' }, 'body.name'],
    [{ name: ' a' }, 'body.name'],
    [{ name: 'a\u202e' }, 'body.name'],
    [{ name: 'x'.repeat(101) }, 'body.name'],
    [{ name: 5 }, 'body.name'],
    [{ ttl_secs: 0 }, 'body.ttl_secs'],
    [{ ttl_secs: '60' }, 'body.ttl_secs'],
    [{ ttl_secs: 1e15 }, 'body.ttl_secs'],
    [{ ttl: 5 }, 'body.ttl is an unknown key'],
    [[], 'body'],
  ])('%j makes none', async ([body, named]) => {
    await open();
    const error = errorOf(await post(body));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.message).toContain(named);
    expect((await list()).data).toEqual([]);
  });

  test('no path is an id, and a name is none either', async () => {
    await guarded();
    const { id } = await create({ name: 'mine' });
    for (const other of ['mine', '../auth.key', `../tokens/${id}`, id.slice(1), `${id}.json`])
      expect(errorOf(await revoke(other)).status, other).toBe(404);
    expect(existsSync(keyFile(collector.dataDir))).toBe(true);
    expect((await list()).data).toHaveLength(1);
  });

  test('one whose file is damaged is listed, so that it can be revoked', async () => {
    await open();
    const folder = path.join(collector.dataDir, 'tokens');
    mkdirSync(folder);
    const texts = ['{"na', 'null', '{"created":5,"name":["x"]}'];
    for (const [i, text] of texts.entries())
      writeFileSync(path.join(folder, `${String(i).repeat(16)}.json`), text);
    const { data } = await list();
    expect(data.map(({ id, name, expires }) => ({ id, name, expires }))).toEqual(
      expect.arrayContaining(texts.map((_, i) => ({ id: String(i).repeat(16), name: null, expires: null }))),
    );
    for (const { id } of data) expect((await revoke(id)).status).toBe(204);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are a thousand at most', async () => {
    await open();
    const folder = path.join(collector.dataDir, 'tokens');
    mkdirSync(folder);
    for (let i = 0; i < 1000; i++)
      writeFileSync(path.join(folder, `${i.toString(16).padStart(16, '0')}.json`), '{}');
    expect(errorOf(await post({}))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect((await revoke('0'.repeat(16))).status).toBe(204);
    expect((await post({})).status).toBe(201);
  });
});
