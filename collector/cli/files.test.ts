import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TokenRegistry } from '../auth/registry.ts';
import { send } from '../testing/http-client.ts';
import { SAMPLE_LOGS, SAMPLE_TRACE, SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { serve, tracedeck, type Exit } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

const run = (...args: string[]): Promise<Exit> => tracedeck(args).exit;

function sampleFile(): string {
  const file = path.join(testFolder(), 'sample.jsonl');
  writeFileSync(file, `${JSON.stringify(SAMPLE_TRACES)}\nno JSON\n${JSON.stringify(SAMPLE_LOGS)}\n`);
  return file;
}

describe('tracedeck import and export', () => {
  test('work on the data directory alone', async () => {
    const dataDir = path.join(testFolder(), 'data');
    const output = path.join(testFolder(), 'all.jsonl.gz');
    const none = await run('export', '--data-dir', dataDir, '-o', output);
    expect(none).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `error: there is no database in ${dataDir}\n`,
    });
    expect(readdirSync(path.dirname(output))).toEqual([]);

    const { code, stdout, stderr } = await run('import', sampleFile(), '--data-dir', dataDir);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'imported 3 spans, log records and data points into default; 1 passed over or refused in part\n',
    });
    expect(stderr).toMatch(/^warning: \S+sample\.jsonl: line 2 is no OTLP JSON[^\n]*\n$/);
    expect(await run('export', '--data-dir', dataDir, '-o', output)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(gunzipSync(readFileSync(output)).toString().trimEnd().split('\n')).toHaveLength(2);
    expect(await run('import', path.join(dataDir, 'none'), '--data-dir', dataDir)).toMatchObject({ code: 1 });
    const nowhere = path.join(dataDir, 'none', 'all.jsonl');
    expect(await run('export', '--data-dir', dataDir, '-o', nowhere)).toMatchObject({
      code: 1,
      stderr: `error: ${nowhere} can't be written (ENOENT)\n`,
    });
    expect(await run('export', '--from', 'yesterday')).toMatchObject({ code: 2 });
    const nameless = await run('import', sampleFile(), '--data-dir', dataDir, '--project', 'a b');
    expect(nameless).toMatchObject({ code: 2, stdout: '' });
    expect(nameless.stderr).toMatch(/^error: [^\n]*'a b' is invalid\. a project id has 1 to 64 [^\n]*\n$/);
    const other = path.join(dataDir, 'other.jsonl');
    expect(await run('export', '--data-dir', dataDir, '--project', 'other', '-o', other)).toMatchObject({
      code: 1,
      stderr: 'error: there is no project other\n',
    });
    expect(readdirSync(dataDir).filter((name) => name.startsWith('other'))).toEqual([]);
  });

  test('say what stands in a file and in its name without doing what a terminal would take from it', async () => {
    const file = path.join(testFolder(), 'a\u001b[31m.json');
    writeFileSync(file, '{"resourceSpans": \u001b]0;title\u0007 \u009b2J}');
    const { code, stdout, stderr } = await run('import', file, '--data-dir', path.join(testFolder(), 'data'));
    expect(code).toBe(1);
    expect(stderr).toContain('a\\u001b[31m.json');
    expect(stderr).toContain(String.raw`Unexpected token '\u001b'`);
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\t\n]/u);
  });

  test('go through the collector that runs there, also one that asks for a token', async () => {
    const dataDir = path.join(testFolder(), 'data');
    const served = await serve(['--auth', '--data-dir', dataDir]);
    expect(await run('import', sampleFile(), '--data-dir', dataDir)).toMatchObject({ code: 0 });
    const exported = await run('export', '--data-dir', dataDir, '--trace', SAMPLE_TRACE);
    expect(exported.stdout).toContain('"startTimeUnixNano":"1770921433316465123"');
    expect((await run('token', 'list', '--json', '--data-dir', dataDir)).stdout).not.toContain(
      'tracedeck import',
    );
    served.process.kill('SIGTERM');
    expect((await served.exit).code).toBe(0);
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
  });

  test('take the other files where one can’t be read or holds nothing, say which and fail', async () => {
    const folder = testFolder();
    const dataDir = path.join(folder, 'data');
    const [missing, foreign] = [path.join(folder, 'missing.jsonl'), path.join(folder, 'foreign.jsonl')];
    writeFileSync(foreign, '{"some": "thing"}\n');
    const { code, stdout, stderr } = await run(
      'import',
      missing,
      sampleFile(),
      foreign,
      sampleFile(),
      '--data-dir',
      dataDir,
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^imported 6 spans, log records and data points into default; \d passed over/);
    expect(stderr).toContain(`error: ${missing} can't be read (ENOENT)\n`);
    expect(stderr).toContain(`error: ${foreign} holds nothing that could be imported\n`);
    expect(stderr).toMatch(/error: 2 of 4 files could not be imported\n$/);
  });

  test('tell some of what is wrong in a file, and how much more there is', async () => {
    const file = path.join(testFolder(), 'log.jsonl');
    writeFileSync(file, `${JSON.stringify(SAMPLE_TRACES)}\n${'no JSON\n'.repeat(1000)}`);
    const { code, stderr } = await run('import', file, '--data-dir', path.join(testFolder(), 'data'));
    expect(code).toBe(0);
    expect(stderr.match(/: line \d+ is no OTLP JSON/g)).toHaveLength(20);
    expect(stderr).toMatch(/^warning: \S+log\.jsonl: there are 980 more of these\n$/m);
  });

  test('take what another program writes', async () => {
    const dataDir = path.join(testFolder(), 'data');
    const command = tracedeck(['import', '-', '--data-dir', dataDir], { stdin: 'pipe' });
    command.process.stdin!.end(gzipSync(JSON.stringify(SAMPLE_TRACES)));
    expect(await command.exit).toMatchObject({
      code: 0,
      stdout: 'imported 1 spans, log records and data points into default\n',
    });
  });

  test.skipIf(process.platform === 'win32')(
    'end on Ctrl-C while nobody writes into the pipe that they read',
    async () => {
      const folder = testFolder();
      const pipe = path.join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const command = tracedeck(['import', pipe, '--data-dir', path.join(folder, 'data')]);
      while (!existsSync(path.join(folder, 'data', 'running.json'))) await turn();
      command.process.kill('SIGINT');
      expect(await command.exit).toMatchObject({ code: 1, signal: null });
    },
  );

  test('leave no token when they are interrupted, also while the collector says nothing', async () => {
    const dataDir = path.join(testFolder(), 'data');
    const served = await serve(['--auth', '--data-dir', dataDir]);
    const tokens = new TokenRegistry(dataDir);
    const before = tokens.list();
    const file = path.join(testFolder(), 'many.jsonl');
    writeFileSync(file, `${JSON.stringify(SAMPLE_TRACES)}\n`.repeat(10_000));
    const command = tracedeck(['import', file, '--data-dir', dataDir]);
    while (tokens.count === before.length) await turn();
    served.process.kill('SIGSTOP');
    command.process.kill('SIGINT');
    expect(await command.exit).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: stopped: what was sent by then is stored\n',
    });
    expect(tokens.list()).toEqual(before);
    served.process.kill('SIGCONT');
    served.process.kill('SIGTERM');
    await served.exit;
  });

  test('know the data of their own folder from that of a collector that took the port of one that was killed', async () => {
    const [mine, others] = [testFolder(), testFolder()];
    const killed = await serve(['--data-dir', 'data'], { cwd: mine });
    killed.process.kill('SIGKILL');
    await killed.exit;
    const { port } = new URL(killed.addresses.http);
    const other = await serve(['--data-dir', 'data', '--port', port], { cwd: others });
    const imported = await tracedeck(['import', sampleFile(), '--data-dir', 'data'], { cwd: mine }).exit;
    expect(imported).toMatchObject({ code: 0 });
    const exported = await tracedeck(['export', '--data-dir', 'data'], { cwd: mine }).exit;
    expect(exported.stdout).toContain(SAMPLE_TRACE);
    expect((await send(`${other.addresses.http}/api/v1/traces`)).body.toString()).not.toContain(SAMPLE_TRACE);
    other.process.kill('SIGTERM');
    await other.exit;
  });
});
