import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyFile } from '../auth/key.ts';
import { errorOf } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { serve, tracedeck, type Exit } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

const run = (...args: readonly string[]): Promise<Exit> => tracedeck(args).exit;
const token = (dataDir: string, ...args: readonly string[]): Promise<Exit> =>
  run('token', ...args, '--data-dir', dataDir);
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+\n$/;

describe('tracedeck token create', () => {
  test('prints a token and nothing else, and makes the directory and the key', async () => {
    const dataDir = path.join(testFolder(), 'not', 'there');
    const { code, stdout, stderr } = await token(dataDir, 'create');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(JWT);
    expect(existsSync(keyFile(dataDir))).toBe(true);
  });

  test.runIf(process.platform === 'linux')('says in one line that no directory can be made', async () => {
    expect(await token('/proc/tracedeck', 'create')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: the data directory \/proc\/tracedeck can't be written \(ENOENT\): choose another [^\n]+\n$/,
      ) as string,
    });
  });

  test('as list and revoke says in one line that the directory is none', async () => {
    const file = path.join(testFolder(), 'file');
    writeFileSync(file, '');
    const stderr = expect.stringMatching(
      /^error: the (?:tokens in|key file) \S*file\S* can't be (?:read|used) \(ENOTDIR\)\n$/,
    ) as string;
    for (const words of [['create'], ['list'], ['revoke', 'mine']])
      expect(await token(file, ...words)).toMatchObject({ code: 1, stdout: '', stderr });
  });

  test('takes the data directory from a settings file', async () => {
    const folder = testFolder();
    const file = path.join(folder, 'mine.json');
    writeFileSync(file, JSON.stringify({ storage: { data_dir: path.join(folder, 'data') } }));
    expect((await run('token', 'create', '--config', file)).stdout).toMatch(JWT);
    expect((await run('token', 'list', '--config', file)).stdout.split('\n')).toHaveLength(3);
    expect(existsSync(keyFile(path.join(folder, 'data')))).toBe(true);
  });

  test('from two processes at once makes one key, with which both count', async () => {
    const dataDir = path.join(testFolder(), 'not', 'there');
    const made = await Promise.all([1, 2, 3].map(() => token(dataDir, 'create')));
    const { addresses, process: child, exit } = await serve(['--auth', '--data-dir', dataDir]);
    for (const { stdout } of made) {
      const headers = { authorization: `Bearer ${stdout.trim()}` };
      expect((await send(`${addresses.http}/api/v1/projects`, { headers })).status).toBe(200);
    }
    child.kill('SIGTERM');
    await exit;
  });

  test.for([
    ['--ttl', '0d'],
    ['--ttl', 'soon'],
    ['--ttl', '30'],
    ['--ttl', '-1d'],
    ['--ttl', '999999999w'],
    ['--name', ''],
    ['--name', ' ci'],
    ['--name', 'a\nb'],
    ['--name', 'x'.repeat(101)],
  ])('%s %j is wrong usage', async ([flag, value]) => {
    const dataDir = path.join(testFolder(), 'data');
    const { code, stdout, stderr } = await token(dataDir, 'create', `${flag}=${value}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('tracedeck token list and revoke', () => {
  test('work without a collector', async () => {
    const dataDir = path.join(testFolder(), 'data');
    expect(await token(dataDir, 'list')).toMatchObject({ code: 0, stdout: 'ID  NAME  CREATED  EXPIRES\n' });
    await token(dataDir, 'create', '--name', 'ci', '--ttl', '1h');
    await token(dataDir, 'create', '--name', 'my laptop', '--ttl', 'never');
    await token(dataDir, 'create');
    const listed = JSON.parse((await token(dataDir, 'list', '--json')).stdout) as Record<string, string>[];
    expect(listed).toMatchObject([{ name: 'ci' }, { name: 'my laptop', expires: null }, { name: null }]);
    const [ci, , third] = listed;
    const lifetime = Date.parse(ci!['expires']!) - Date.parse(ci!['created']!);
    expect(lifetime).toBe(3_600_000);
    expect(Date.parse(third!['expires']!) - Date.parse(third!['created']!)).toBe(30 * 86_400_000);
    const { stdout } = await token(dataDir, 'list');
    expect(stdout).toContain(`${ci!['id']}  ci         ${ci!['created']}  ${ci!['expires']}\n`);

    expect(await token(dataDir, 'revoke', 'my laptop')).toMatchObject({ code: 0 });
    expect(await token(dataDir, 'revoke', third!['id']!)).toMatchObject({
      code: 0,
      stdout: `revoked ${third!['id']}\n`,
    });
    expect((await token(dataDir, 'list')).stdout.split('\n')).toHaveLength(3);
    expect(await token(dataDir, 'revoke', 'my laptop')).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: 'error: no token has the name or id "my laptop"\n',
    });
  });

  test('work beside a running collector, where they count at once', async () => {
    const served = await serve(['--auth']);
    const { http, data_dir } = served.addresses;
    const headers = {
      authorization: `Bearer ${(await token(data_dir, 'create', '--name', 'ci')).stdout.trim()}`,
    };
    expect((await send(`${http}/api/v1/projects`, { headers })).status).toBe(200);
    expect(await token(data_dir, 'revoke', 'ci')).toMatchObject({ code: 0 });
    await expect.poll(async () => (await send(`${http}/api/v1/projects`, { headers })).status).toBe(401);
    expect(errorOf(await send(`${http}/api/v1/projects`, { headers })).code).toBe('TOKEN_INVALID');
    served.process.kill('SIGTERM');
    await served.exit;
  });

  test.for([['token'], ['token', 'revoke'], ['token', 'nonsense']])('%j is wrong usage', async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2, stdout: '' });
  });
});
