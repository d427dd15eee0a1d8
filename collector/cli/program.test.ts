import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { Health } from '../contract/health.ts';
import { read } from '../testing/api-client.ts';
import { hasTerminals, openTerminal, serve, tracedeck } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

test('goes on when nobody reads its standard error', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'sample.jsonl');
  writeFileSync(file, `${JSON.stringify(SAMPLE_TRACES)}\nno JSON\n`);
  const command = tracedeck(['import', file, '--data-dir', path.join(folder, 'data')]);
  command.process.stderr!.destroy();
  const { code, stdout } = await command.exit;
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^imported 1 /) });
});

test.skipIf(!existsSync('/dev/full'))('says in one line that standard output takes no more', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { code, stderr } = await tracedeck(['config'], { stdout: full }).exit;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "error: standard output can't be written (ENOSPC)\n",
  });
});

test.runIf(hasTerminals)('a terminal that closes stops a collector', async () => {
  const { process: collector, exit } = await serve([], { stdin: openTerminal() });
  collector.kill('SIGHUP');
  expect(await exit).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test.skipIf(process.platform === 'win32')('that is none of its own, as with nohup, stops none', async () => {
  const { process: collector, exit, addresses } = await serve([]);
  collector.kill('SIGHUP');
  expect(await read(Health, `${addresses.http}/api/v1/health`)).toMatchObject({ status: 'ok' });
  collector.kill('SIGTERM');
  expect(await exit).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('the help of config says how a setting is written in files and in the environment', async () => {
  const { code, stdout } = await tracedeck(['config', '--help']).exit;
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /\{"otel": \{"retention": \{"days": 30\}\}\} in \.\/tracedeck\.json or in \S.*config\.json/,
  );
  expect(stdout).toContain('TRACEDECK_OTEL__RETENTION__DAYS=30');
});

test('what a help says below its lists is no wider than a terminal', async () => {
  const { stdout } = await tracedeck(['--help']).exit;
  expect(stdout).toContain('Without a command, or with "app"');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
