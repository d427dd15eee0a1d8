import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { send } from '../testing/http-client.ts';
import { serve, tracedeck } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

const FREE_PORTS = ['--port', '0', '--otlp-port', '0', '--grpc-port', '0'];

describe('tracedeck serve --auth', () => {
  test('prints the sign-in link, whose token opens the collector', async () => {
    const command = tracedeck([
      'serve',
      ...FREE_PORTS,
      '--auth',
      '--data-dir',
      path.join(testFolder(), 'data'),
    ]);
    await command.firstLine;
    command.process.kill('SIGTERM');
    const { code, stdout } = await command.exit;
    expect(code).toBe(0);
    const base = /user interface {2}(http:\S+)\/\n/.exec(stdout)?.[1];
    expect(stdout).toMatch(new RegExp(`sign in {9}${base}/#token=[\\w-]+\\.[\\w-]+\\.[\\w-]+\\n`));
  });

  test('tells it as an event of its own with --json, after the one that says where it listens', async () => {
    const served = await serve(['--auth', '--data-dir', path.join(testFolder(), 'data')]);
    const { http } = served.addresses;
    expect((await send(`${http}/api/v1/projects`)).status).toBe(401);
    served.process.kill('SIGTERM');
    const { stdout } = await served.exit;
    const [first, second, ...more] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; url: string });
    expect([first!.event, second!.event, more]).toEqual(['listening', 'sign_in', []]);
    expect(second!.url.startsWith(`${http}/#token=`)).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'opens a browser without the token, which others could read among its arguments',
    async () => {
      const folder = testFolder();
      const [browser, opened] = [path.join(folder, 'browser'), path.join(folder, 'opened')];
      writeFileSync(browser, `#!/bin/sh\necho "$@" >> ${opened}\n`, { mode: 0o755 });
      const served = await serve(['--auth', '--open', '--data-dir', path.join(folder, 'data')], {
        env: { BROWSER: browser, DISPLAY: '' },
      });
      await expect.poll(() => readFileSync(opened, 'utf8')).toBe(`${served.addresses.http}/\n`);
      served.process.kill('SIGTERM');
    },
  );

  test('may listen beyond this machine', async () => {
    const served = await serve([
      '--auth',
      '--host',
      '0.0.0.0',
      '--data-dir',
      path.join(testFolder(), 'data'),
    ]);
    const url = served.addresses.http.replace('0.0.0.0', '127.0.0.1');
    expect((await send(`${url}/api/v1/projects`)).status).toBe(401);
    expect((await send(`${url}/api/v1/health`)).status).toBe(200);
    served.process.kill('SIGTERM');
    const { stdout } = await served.exit;
    // No browser of Windows goes to "every address".
    expect(stdout).toContain(`"url":"${url}/#token=`);
  });
});

describe('tracedeck config', () => {
  test('prints every setting, its value and where it came from', async () => {
    const env = { TRACEDECK_OTEL__RETENTION__DAYS: '7', TRACEDECK_AUTH__ENABLED: 'true' };
    const { code, stdout, stderr } = await tracedeck(['config', '--data-dir', '/data'], { env }).exit;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/))
        .map(([key, ...rest]) => [key, rest]),
    );
    expect(lines).toMatchObject({
      'server.port': ['5388', 'default'],
      'otel.retention.days': ['7', 'environment variable TRACEDECK_OTEL__RETENTION__DAYS'],
      'auth.enabled': ['true', 'environment variable TRACEDECK_AUTH__ENABLED'],
      // As it counts: it follows auth.enabled.
      'otel.auth.required': ['true', 'default'],
      'storage.data_dir': ['"/data"', 'command line'],
    });
  });

  test('prints the same as JSON', async () => {
    const { stdout } = await tracedeck(['config', '--json']).exit;
    expect(JSON.parse(stdout)).toContainEqual({ key: 'server.host', value: '127.0.0.1', source: 'default' });
  });
});
