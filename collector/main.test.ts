import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { findInstance } from './instance.ts';
import { Health } from './contract/health.ts';
import { read } from './testing/api-client.ts';
import { send } from './testing/http-client.ts';
import { serve, tracedeck, type CommandOptions, type Exit, type Served } from './testing/serve.ts';
import { testFolder } from './testing/test-folder.ts';

const running: Served[] = [];
afterEach(async () => {
  for (const { process, exit } of running.splice(0)) {
    process.kill('SIGKILL');
    await exit;
  }
});

const FREE_PORTS = ['--port', '0', '--otlp-port', '0', '--grpc-port', '0'];
const start = async (args: readonly string[] = [], options?: CommandOptions): Promise<Served> => {
  const served = await serve(args, options);
  running.push(served);
  return served;
};
const run = (args: readonly string[], options?: CommandOptions): Promise<Exit> =>
  tracedeck(args, options).exit;
const runServe = (args: readonly string[], options?: CommandOptions): Promise<Exit> =>
  run(['serve', ...FREE_PORTS, ...args], options);

/** Nothing but one clear line, and exit 1. */
function expectOneLine({ code, stdout, stderr }: Exit, ...parts: readonly (string | RegExp)[]): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  for (const part of parts) expect(stderr).toMatch(part);
}

async function takePort(): Promise<{ port: number; free: () => void }> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, free: () => void server.close() };
}

describe('tracedeck', () => {
  test('--version prints the version of the package and nothing else', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('--help names the commands, serve --help the flags', async () => {
    const help = await run(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/serve/);
    const { code, stdout } = await run(['serve', '--help']);
    expect(code).toBe(0);
    for (const flag of ['host', 'port', 'otlp-port', 'grpc-port', 'data-dir', 'config', 'open', 'json'])
      expect(stdout).toContain(`--${flag}`);
  });

  test.for([
    'nonsense',
    '--nonsense',
    'serve --nonsense',
    'serve nonsense',
    'serve --port',
    'serve --port abc',
    'serve --otlp-port 65536',
    'serve --grpc-port -1',
  ])('%s is wrong usage: exit 2', async (line) => {
    const { code, stdout, stderr } = await run(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });
});

describe('tracedeck serve --json', () => {
  test('prints where it listens as one line of JSON, and only that on stdout', async () => {
    const folder = path.join(testFolder(), 'not', 'there yet');
    const served = await start(['--data-dir', folder]);
    const line = await served.firstLine;
    const { http, otlp, grpc } = served.addresses;
    expect(line).toBe(JSON.stringify({ event: 'listening', http, otlp, grpc, data_dir: folder }));
    expect(http).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(otlp).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(grpc).toMatch(/^127\.0\.0\.1:\d+$/);
    expect((await send(`${http}/`)).status).toBe(200);
    served.process.kill('SIGTERM');
    expect(await served.exit).toEqual({ code: 0, signal: null, stdout: `${line}\n`, stderr: '' });
  });

  test('without --json says the same for people', async () => {
    const command = tracedeck(['serve', ...FREE_PORTS]);
    expect(await command.firstLine).toMatch(/^Tracedeck .* is listening$/);
    command.process.kill('SIGINT');
    const { code, stdout } = await command.exit;
    expect(code).toBe(0);
    expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\n/);
    expect(stdout).not.toContain('settings');
  });

  test.runIf(process.platform === 'linux')('goes on where that can not be said', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const dataDir = testFolder();
    const command = tracedeck(['serve', ...FREE_PORTS, '--data-dir', dataDir], { stdout: full });
    await expect.poll(() => findInstance(dataDir)).not.toBeNull();
    command.process.kill('SIGTERM');
    expect(await command.exit).toMatchObject({
      code: 0,
      stderr: "warning: standard output can't be written (ENOSPC)\n",
    });
  });

  test('names the file of the folder that it has settings from, which no other start has', async () => {
    const cwd = testFolder();
    const file = path.join(cwd, 'tracedeck.json');
    writeFileSync(file, '{"storage":{"data_dir":"here"}}');
    const command = tracedeck(['serve', ...FREE_PORTS], { cwd });
    await command.firstLine;
    command.process.kill('SIGINT');
    const { stdout } = await command.exit;
    expect(stdout).toContain(`  data            ${path.join(cwd, 'here')}\n  settings        ${file}\n`);
  });
});

describe('a start that fails says why in one line and exits 1', () => {
  test('a taken main port, named with its flag', async () => {
    const { port, free } = await takePort();
    const dataDir = testFolder();
    const args = ['--otlp-port', '0', '--grpc-port', '0', '--data-dir', dataDir];
    expectOneLine(await run(['serve', '--port', String(port), ...args]), String(port), '--port');
    free();
    // It has let go of its data directory.
    await start(['--data-dir', dataDir]);
  });

  test.for([
    ['nowhere.invalid', 'no address is known of nowhere.invalid'],
    // Of a block for examples (RFC 5737).
    ['192.0.2.1', 'this machine has no address 192.0.2.1'],
  ])('the host %s, where nothing can listen', async ([host, why]) => {
    expectOneLine(await runServe(['--host', host!, '--allow-unauthenticated']), why!, '--host');
  });

  test('a data directory that can not be written', async () => {
    const file = path.join(testFolder(), 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, path.join(file, 'below')])
      expectOneLine(await runServe(['--data-dir', dataDir]), dataDir, '--data-dir');
  });

  test('a database from a newer version', async () => {
    const dataDir = testFolder();
    const database = new Database(path.join(dataDir, 'tracedeck.db'));
    database.pragma('user_version = 9999');
    database.close();
    expectOneLine(await runServe(['--data-dir', dataDir]), 'newer version', '9999', dataDir);
  });

  test('a database that is none', async () => {
    const dataDir = testFolder();
    writeFileSync(path.join(dataDir, 'tracedeck.db'), 'this is no database '.repeat(1000));
    expectOneLine(await runServe(['--data-dir', dataDir]), 'tracedeck.db');
  });

  test('a data directory that another process uses, which goes on undisturbed', async () => {
    const first = await start();
    const dataDir = first.addresses.data_dir;
    expectOneLine(await runServe(['--data-dir', dataDir]), 'another Tracedeck', dataDir);
    expect((await send(`${first.addresses.http}/api/v1/health`)).status).toBe(200);
  });

  test.for(['0.0.0.0', '::', 'example.com'])('the host %s, beyond this machine', async (host) => {
    expectOneLine(await runServe(['--host', host]), host, '--allow-unauthenticated');
  });

  test('a settings file that can not be used: the line names file, key and what is expected', async () => {
    const file = path.join(testFolder(), 'settings.json');
    for (const [text, ...parts] of [
      ['{', /JSON/],
      ['{"server":{"colour":"red"}}', 'server.colour', /unknown/],
      ['{"server":{"port":70000}}', 'server.port', '65535'],
    ] as const) {
      writeFileSync(file, text);
      expectOneLine(await runServe(['--config', file]), file, ...parts);
    }
    const missing = path.join(testFolder(), 'missing.json');
    expectOneLine(await runServe(['--config', missing]), missing);
  });

  test('a variable that can not be used', async () => {
    const wrong = { TRACEDECK_OTEL__INGESTION__MAX_BODY_BYTES: 'big' };
    expectOneLine(await runServe([], { env: wrong }), Object.keys(wrong)[0]!, 'max_body_bytes', /integer/);
    expectOneLine(await runServe([], { env: { TRACEDECK_NONSENSE: '1' } }), 'TRACEDECK_NONSENSE');
  });
});

describe('settings', () => {
  test('come from the platform’s file, ./tracedeck.json, variables and flags, the later before the earlier', async () => {
    const cwd = testFolder();
    const own = path.join(cwd, 'tracedeck', 'config.json');
    mkdirSync(path.dirname(own));
    const folder = (name: string) => ({ storage: { data_dir: path.join(cwd, name) } });
    writeFileSync(own, JSON.stringify({ ...folder('own'), otel: { http: { enabled: false } } }));
    writeFileSync(path.join(cwd, 'tracedeck.json'), JSON.stringify(folder('file')));
    const env = {
      TRACEDECK_STORAGE__DATA_DIR: path.join(cwd, 'variable'),
      TRACEDECK_OTEL__GRPC__ENABLED: 'false',
      TRACEDECK_SERVER__HOST: 'example.com',
    };
    const { addresses } = await start(['--host', '127.0.0.1'], { cwd, env });
    expect(addresses).toMatchObject({ otlp: null, grpc: null, data_dir: path.join(cwd, 'variable') });
  });

  test('--host localhost and --allow-unauthenticated with any host start', async () => {
    const local = await start(['--host', 'localhost']);
    expect(local.addresses.http).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await send(`${local.addresses.http}/api/v1/health`)).status).toBe(200);
    const open = await start(['--host', '0.0.0.0', '--allow-unauthenticated']);
    expect(open.addresses.http).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  });
});

test.for([
  ['--otlp-port', 'standard_http', 'otlp'],
  ['--grpc-port', 'grpc', 'grpc'],
] as const)(
  'a taken %s is a warning: the rest starts, and health says so',
  async ([flag, receiver, address]) => {
    const { port, free } = await takePort();
    const served = await start([flag, String(port)]);
    expect(served.addresses[address]).toBeNull();
    const health = await read(Health, `${served.addresses.http}/api/v1/health`);
    expect(health.status).toBe('degraded');
    expect(health.receivers[receiver]).toMatchObject({ enabled: true, status: 'failed', address: null });
    const { message } = health.receivers[receiver];
    expect(message).toContain(String(port));
    expect(message).toContain(flag);
    served.process.kill('SIGTERM');
    expect(await served.exit).toMatchObject({ code: 0, stderr: `warning: ${message}\n` });
    free();
  },
);
