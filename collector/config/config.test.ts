import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import {
  Config,
  ConfigError,
  defaultConfig,
  loadConfig,
  platformDirectories,
  type ConfigSources,
} from './config.ts';
import { testFolder } from '../testing/test-folder.ts';

let home: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  home = testFolder();
  // Every platform's own names, so that no test reads the settings of whoever runs it.
  env = { XDG_CONFIG_HOME: home, XDG_DATA_HOME: path.join(home, 'data'), APPDATA: home, LOCALAPPDATA: home };
});

const load = (more: Partial<ConfigSources> = {}): Config =>
  loadConfig({ env, workingDirectory: home, ...more }).config;

function write(file: string, values: unknown): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof values === 'string' ? values : JSON.stringify(values));
  return file;
}
const userFile = (values: unknown): string =>
  write(path.join(platformDirectories(env).config, 'config.json'), values);
const localFile = (values: unknown): string => write(path.join(home, 'tracedeck.json'), values);
const port = (value: unknown): object => ({ server: { port: value } });
const SECTIONS = 'there are server, auth, otel, stream, pricing, redaction, storage, desktop';

/** The message of the one line that stops the start. */
function refusal(more: Partial<ConfigSources> = {}): string {
  let failure: unknown;
  try {
    load(more);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConfigError);
  const { message } = failure as ConfigError;
  expect(message).not.toContain('\n');
  return message;
}

describe('the layers', () => {
  test('are the defaults where nothing is said, and these fit their own schema', () => {
    expect(load()).toEqual(defaultConfig(env));
    expect(Value.Check(Config, load())).toBe(true);
    expect(load()).toMatchObject({
      server: { host: '127.0.0.1', port: 5388 },
      otel: { http: { port: 4318 }, grpc: { port: 4317 }, ingestion: { channel_capacity: 1000 } },
    });
  });

  test('leave alone what they do not name', () => {
    localFile({ server: { host: '0.0.0.0' }, otel: { grpc: { enabled: false } } });
    expect(load({ flags: { otel: { grpc: { port: 1 } } } })).toMatchObject({
      server: { host: '0.0.0.0', port: 5388 },
      otel: { grpc: { enabled: false, port: 1 }, http: { enabled: true } },
    });
  });

  test('are read from a file with a byte order mark', () => {
    localFile(`\uFEFF${JSON.stringify(port(2))}`);
    expect(load().server.port).toBe(2);
  });

  test('--config takes the place of ./tracedeck.json and is looked up from the working directory', () => {
    localFile(port(2));
    write(path.join(home, 'sub', 'mine.json'), { stream: { max_connections: 7 } });
    const config = load({ file: 'sub/mine.json' });
    expect([config.server.port, config.stream.max_connections]).toEqual([5388, 7]);
    expect(load({ file: null }).server.port).toBe(5388);
  });

  test('a relative data directory is meant from the working directory, and one below ~ from that of the user', () => {
    const folder = (data_dir: string): string => load({ flags: { storage: { data_dir } } }).storage.data_dir;
    for (const spelled of ['data', './data/', `${home}/x/../data`])
      expect(folder(spelled)).toBe(path.join(home, 'data'));
    expect(['~', '~/data'].map(folder)).toEqual([homedir(), path.join(homedir(), 'data')]);
    expect(folder('~data')).toBe(path.join(home, '~data'));
  });

  test('a flag that was not given changes nothing', () => {
    const flags = { server: { port: undefined }, storage: {} } as unknown as NonNullable<
      ConfigSources['flags']
    >;
    expect(load({ flags })).toEqual(defaultConfig(env));
  });

  test('do not change the defaults of the next start', () => {
    load({ flags: { server: { cors_origins: ['http://x'] } } });
    expect(load().server.cors_origins).toEqual([]);
  });
});

describe('environment variables', () => {
  const from = (name: string, value: string): Config => load({ env: { ...env, [name]: value } });

  test('give numbers, switches, text and lists', () => {
    expect(from('TRACEDECK_OTEL__GRPC__PORT', '0').otel.grpc.port).toBe(0);
    expect(from('TRACEDECK_OTEL__HTTP__ENABLED', 'False').otel.http.enabled).toBe(false);
    expect(from('TRACEDECK_AUTH__ENABLED', 'true').auth.enabled).toBe(true);
    expect(from('TRACEDECK_SERVER__HOST', 'localhost').server.host).toBe('localhost');
    expect(from('TRACEDECK_STORAGE__DATA_DIR', '/data dir').storage.data_dir).toBe('/data dir');
    expect(from('TRACEDECK_SERVER__CORS_ORIGINS', '["http://a"]').server.cors_origins).toEqual(['http://a']);
    expect(from('TRACEDECK_SERVER', '{"port":9}').server).toMatchObject({ port: 9, host: '127.0.0.1' });
  });

  test.for(['2026', 'true', 'null', '1e3', '"quoted"'])(
    'text that looks like something else stays text: %s',
    (text) => {
      expect(path.basename(from('TRACEDECK_STORAGE__DATA_DIR', text).storage.data_dir)).toBe(text);
    },
  );

  test('those of others, the version, the token of a shell and, as OpenTelemetry has it, empty ones are no settings', () => {
    const others = { PATH: '/bin', TRACEDECK: '1', TRACEDECK_VERSION: '1.2.3', TRACEDECK_TOKEN: 'x' };
    const empty = { TRACEDECK_OTEL__GRPC__PORT: '', TRACEDECK_SERVER__HOST: '', TRACEDECK_AUTH: '' };
    expect(load({ env: { ...env, ...others, ...empty } })).toEqual(defaultConfig(env));
  });

  test('name a home that is no folder, as /dev/null of a service account: there are no settings in it', () => {
    const file = write(path.join(home, 'no-folder'), '');
    const at = { ...env, XDG_CONFIG_HOME: file, APPDATA: file };
    expect(load({ env: at }).server).toEqual(defaultConfig(env).server);
  });

  test('what a container is told of a service called tracedeck is no setting', () => {
    const told = {
      TRACEDECK_SERVICE_HOST: '10.0.0.1',
      TRACEDECK_SERVICE_PORT: '5388',
      TRACEDECK_SERVICE_PORT_HTTP: '5388',
      TRACEDECK_PORT: 'tcp://10.0.0.1:5388',
      TRACEDECK_PORT_5388_TCP: 'tcp://10.0.0.1:5388',
      TRACEDECK_PORT_5388_TCP_PROTO: 'tcp',
      TRACEDECK_PORT_5388_TCP_PORT: '5388',
      TRACEDECK_PORT_5388_TCP_ADDR: '10.0.0.1',
    };
    expect(load({ env: { ...env, ...told } })).toEqual(defaultConfig(env));
  });

  test.for([
    ['TRACEDECK_OTEL__GRPC__PORT', 'many', 'otel.grpc.port must be an integer from 0 to 65535, not "many"'],
    ['TRACEDECK_OTEL__GRPC', '5', 'otel.grpc must be an object'],
    ['TRACEDECK_OTEL__GRPC__PROT', '5', 'unknown key otel.grpc.prot: otel.grpc has enabled, port'],
    ['TRACEDECK_PORT', '5', `unknown key port: ${SECTIONS}`],
    ['TRACEDECK_', '5', `unknown key : ${SECTIONS}`],
  ] as const)('%s=%s is refused by its name', ([name, value, says]) => {
    expect(refusal({ env: { ...env, [name]: value } })).toBe(`environment variable ${name}: ${says}`);
  });
});

describe('what can not be used is refused with the source, the key and what is expected', () => {
  test.for<[values: unknown, says: string]>([
    [{ servr: {} }, `unknown key servr: ${SECTIONS}`],
    [
      { 'server.port': 1 },
      'unknown key server.port: its sections are objects, as in {"server": {"port": …}}',
    ],
    [{ server: { prot: 1 } }, 'unknown key server.prot: server has host, port, cors_origins'],
    [{ server: { constructor: 1 } }, 'unknown key server.constructor: server has host, port, cors_origins'],
    ['{"__proto__":{"server":{}}}', `unknown key __proto__: ${SECTIONS}`],
    [[], 'the file must be an object'],
    [null, 'the file must be an object'],
    [{ server: 5388 }, 'server must be an object'],
    [{ server: null }, 'server must be an object'],
    [{ server: [] }, 'server must be an object'],
    [port('5388'), 'server.port must be an integer from 0 to 65535, not "5388"'],
    [port(65_536), 'server.port must be an integer from 0 to 65535, not 65536'],
    [port(-1), 'server.port must be an integer from 0 to 65535, not -1'],
    [port(1.5), 'server.port must be an integer from 0 to 65535, not 1.5'],
    [port(null), 'server.port must be an integer from 0 to 65535, not null'],
    [{ stream: { timeout_secs: 0 } }, 'stream.timeout_secs must be an integer from 1 to 2000000, not 0'],
    [{ otel: { http: { enabled: 'yes' } } }, 'otel.http.enabled must be a boolean, not "yes"'],
    [{ server: { host: 1 } }, 'server.host must be a string that is not empty, not 1'],
    [{ server: { host: '' } }, 'server.host must be a string that is not empty, not ""'],
    [{ server: { cors_origins: 'x' } }, 'server.cors_origins must be a list of strings, not "x"'],
    [{ server: { cors_origins: [1] } }, 'server.cors_origins must be a list of strings, not [1]'],
    [{ storage: { synchronous: 'off' } }, 'storage.synchronous must be one of "normal", "full", not "off"'],
    ['{"server":', 'is no valid JSON: Unexpected end of JSON input'],
    ['', 'is no valid JSON: Unexpected end of JSON input'],
  ])('%j', ([values, says]) => {
    const file = localFile(values);
    expect(refusal()).toBe(`${file}: ${says}`);
  });

  test('what is no JSON with its place, on one line', () => {
    localFile('{\n"auth": {},\n}');
    expect(refusal()).toMatch(/is no valid JSON: .* \(line 3 column 1\)$/);
    localFile('{"auth":\n no}');
    expect(refusal()).toMatch(/is no valid JSON: .*"auth": no/);
  });

  test('on the command line', () => {
    const flags = port(70_000) as NonNullable<ConfigSources['flags']>;
    expect(refusal({ flags })).toBe(
      'command line: server.port must be an integer from 0 to 65535, not 70000',
    );
  });

  test('a file that was asked for and is not there', () => {
    expect(refusal({ file: 'nowhere.json' })).toBe(
      `${path.join(home, 'nowhere.json')}: can't be read (ENOENT)`,
    );
  });

  test('a file that is a directory', () => {
    mkdirSync(path.join(home, 'tracedeck.json'));
    expect(refusal()).toBe(`${path.join(home, 'tracedeck.json')}: can't be read (EISDIR)`);
  });
});

// On a Mac it lies where no variable moves it.
describe.runIf(process.platform === 'linux')('the user’s own file', () => {
  test('is the first of the layers: each goes over the one before', () => {
    const flags = port(5);
    const variables = { ...env, TRACEDECK_SERVER__PORT: '4' };
    const file = write(path.join(home, 'other.json'), port(3));
    userFile(port(1));
    expect(load().server.port).toBe(1);
    localFile(port(2));
    expect(load().server.port).toBe(2);
    expect(load({ file }).server.port).toBe(3);
    expect(load({ file, env: variables }).server.port).toBe(4);
    expect(load({ file, env: variables, flags }).server.port).toBe(5);
  });

  test('is named where it can not be used', () => {
    const file = userFile(port('x'));
    expect(refusal()).toMatch(`${file}: server.port must be`);
  });
});

describe('origins', () => {
  const origins = (...list: string[]): object => ({ server: { cors_origins: list } });

  test('are those that browsers send', () => {
    const all = ['http://a', 'https://a.example:8443', 'http://[::1]:3000', 'vscode-webview://0a1b'];
    localFile(origins(...all));
    expect(load().server.cors_origins).toEqual(all);
  });

  test.for<[given: string, meant: string]>([
    ['*', 'https://traces.example'],
    ['x', 'https://traces.example'],
    ['http://a.com/', 'http://a.com'],
    ['HTTP://A.com', 'http://a.com'],
    ['https://a.com:443', 'https://a.com'],
    ['http://*.a.com', 'https://traces.example'],
  ])('%s is none, and would allow nothing', ([given, meant]) => {
    localFile(origins('https://friend.example', given));
    expect(refusal()).toContain(
      `server.cors_origins: "${given}" is no origin as browsers send it, such as ${meant}`,
    );
  });
});

describe('the host', () => {
  const host = (name: string): object => ({ server: { host: name } });

  test.for(['localhost', 'my_agent.local', '127.0.0.1', '::', 'fe80::1%eth0'])('%s can be one', (name) => {
    localFile(host(name));
    expect(load().server.host).toBe(name);
  });

  test.for(['[::1]', '127.0.0.1:99', 'http://127.0.0.1', 'a b', '-', '.'])('%s is none', (name) => {
    localFile(host(name));
    expect(refusal()).toContain(`server.host: "${name}" is no host, such as localhost, 127.0.0.1 or ::1`);
  });
});

describe('redaction rules', () => {
  const rules = (...list: object[]): object => ({ redaction: { rules: list } });
  const mail = { name: 'mail', pattern: '[a-z.]+@[a-z.]+' };

  test('stand in a file or, as JSON, in a variable', () => {
    userFile(rules({ name: 'keys', keys: ['password'] }));
    expect(load().redaction.rules).toEqual([{ name: 'keys', keys: ['password'] }]);
    const variable = { TRACEDECK_REDACTION__RULES: JSON.stringify([mail]) };
    expect(load({ env: { ...env, ...variable } }).redaction.rules).toEqual([mail]);
  });

  test('that cannot be stop the start by their name', () => {
    const file = localFile(rules(mail, { name: 'mine', pattern: '[a', enabled: false }));
    expect(refusal()).toContain(`${file}: redaction.rules: the rule "mine" has a pattern that can't be used`);
    localFile(rules({ name: 'mine', keys: [] }));
    expect(refusal()).toContain('redaction.rules[0] ("mine").keys must be a list of at most 100 strings');
    localFile(rules({ ...mail, Enabled: false }));
    expect(refusal()).toContain('unknown key redaction.rules[0] ("mail").Enabled');
  });
});
