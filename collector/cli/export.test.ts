import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EXPORT_FORMATS } from '../files/export-project.ts';
import { openForWriting } from '../store/file/database.ts';
import { spanIdOf, traceIdOf, traceRequest } from '../testing/otlp.ts';
import { changeRaw } from '../testing/damage.ts';
import { SAMPLE_TRACE, SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { hasTerminals, openTerminal, tracedeck, type Exit } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

const run = (...args: string[]): Promise<Exit> => tracedeck(args).exit;

describe.skipIf(process.platform === 'win32')('tracedeck export', () => {
  async function dataOf(requests: readonly object[]): Promise<string> {
    const folder = testFolder();
    const dataDir = path.join(folder, 'data');
    const file = path.join(folder, 'sample.jsonl');
    writeFileSync(file, requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
    expect(await run('import', file, '--data-dir', dataDir)).toMatchObject({ code: 0 });
    return dataDir;
  }

  test('writes into a pipe and through a link, to standard output, and leaves other files alone', async () => {
    const dataDir = await dataOf([SAMPLE_TRACES]);
    const cwd = testFolder();
    const exportTo = async (output: string): Promise<string> => {
      const { code, stdout, stderr } = await tracedeck(['export', '--data-dir', dataDir, '-o', output], {
        cwd,
      }).exit;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    const text = await exportTo('-');
    expect(text).toContain(SAMPLE_TRACE);

    const pipe = path.join(cwd, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reader));
    await exportTo('pipe');
    expect(readFileSync(reader, 'utf8')).toBe(text);

    writeFileSync(path.join(cwd, 'target'), 'before');
    writeFileSync(path.join(cwd, 'target.part'), 'of somebody else');
    symlinkSync('target', path.join(cwd, 'link'));
    await exportTo('link');
    expect(readFileSync(path.join(cwd, 'target'), 'utf8')).toBe(text);
    expect(readFileSync(path.join(cwd, 'target.part'), 'utf8')).toBe('of somebody else');

    const longest = `${'x'.repeat(249)}.jsonl`;
    await exportTo(longest);
    expect(readFileSync(path.join(cwd, longest), 'utf8')).toBe(text);
    expect(lstatSync(path.join(cwd, 'link')).isSymbolicLink()).toBe(true);
    expect(readdirSync(cwd)).not.toContain('-');
  });

  test('tells which conversations are too large for one answer, and writes the others', async () => {
    const talk = (trace: number) => ({
      traceId: traceIdOf(trace),
      spanId: spanIdOf(trace),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': `word ${trace}`,
      },
    });
    const dataDir = await dataOf([traceRequest({ spans: [talk(1), talk(2), talk(3)] })]);
    const database = openForWriting(dataDir, 'normal');
    database.exec(`UPDATE spans SET raw_size = 600000000 WHERE span_id = '${spanIdOf(2)}'`);
    database.close();
    for (const format of ['markdown', 'messages-json']) {
      const { code, stdout, stderr } = await run('export', '--data-dir', dataDir, '--format', format);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          `^warning: left out: trace ${traceIdOf(2)} holds 573 MB[^\n]*\nerror: conversations that are too large were left out: 1\n$`,
        ) as string,
      });
      expect(stdout.match(/word \d/g)).toEqual(['word 1', 'word 3']);
    }
  });

  test.for(EXPORT_FORMATS)(
    'writes what can be read of a damaged database, and names the rest, as %s',
    async (format) => {
      const talk = (trace: number, span: number) => ({
        traceId: traceIdOf(trace),
        spanId: spanIdOf(span),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.prompt.0.content': `word ${span}`,
        },
      });
      const dataDir = await dataOf([
        traceRequest({ spans: [talk(1, 1), talk(2, 2), talk(2, 3), talk(3, 4)] }),
      ]);
      // The wire type of its first field.
      changeRaw(dataDir, spanIdOf(2), (raw) => (raw[0]! ^= 4));
      const { code, stdout, stderr } = await run('export', '--data-dir', dataDir, '--format', format);
      const lost =
        format === 'otlp-jsonl' ? `trace ${traceIdOf(2)}: 1 of the spans` : `trace ${traceIdOf(2)}`;
      expect(stderr).toMatch(
        `warning: left out, since it can't be read: ${lost} (unknown wire type 6)\nerror: the database is damaged: `,
      );
      const left = format === 'otlp-jsonl' ? ['word 1', 'word 3', 'word 4'] : ['word 1', 'word 4'];
      expect({ code, words: [...new Set(stdout.match(/word \d/g))] }).toEqual({ code: 1, words: left });
    },
  );

  test.for(EXPORT_FORMATS)('says that nothing is what was asked for, as %s', async (format) => {
    const flags = ['--data-dir', await dataOf([SAMPLE_TRACES]), '--format', format, '--from', '2100-01-01'];
    const stderr = expect.stringMatching(/^warning: no .+ is what was asked for/) as string;
    expect(await run('export', ...flags)).toMatchObject({ code: 0, stderr });
  });

  test('lets a file that it replaces be read and written by whom it was', async () => {
    const dataDir = await dataOf([SAMPLE_TRACES]);
    const output = path.join(testFolder(), 'all.jsonl');
    writeFileSync(output, 'before');
    for (const mode of [0o600, 0o666]) {
      chmodSync(output, mode);
      expect(await run('export', '--data-dir', dataDir, '-o', output)).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(output, 'utf8')).toContain(SAMPLE_TRACE);
      expect(statSync(output).mode & 0o777).toBe(mode);
    }
  });

  test.for<[NodeJS.Signals, isAtTerminal?: boolean]>([
    ['SIGINT'],
    ['SIGTERM'],
    ...(hasTerminals ? [['SIGHUP', true] as [NodeJS.Signals, boolean]] : []),
  ])('leaves nothing behind after a %s', async ([signal, isAtTerminal = false]) => {
    const spans = Array.from({ length: 4000 }, (_, n) => ({ traceId: traceIdOf(n), spanId: spanIdOf(1) }));
    const dataDir = await dataOf([traceRequest({ spans })]);
    const folder = testFolder();
    const command = tracedeck(
      ['export', '--data-dir', dataDir, '-o', path.join(folder, 'all.jsonl')],
      isAtTerminal ? { stdin: openTerminal() } : {},
    );
    while (readdirSync(folder).length === 0) await turn();
    command.process.kill(signal);
    const { code, stderr } = await command.exit;
    // It may be faster than the signal.
    expect({ stderr, left: readdirSync(folder) }).toEqual(
      code === 0
        ? { stderr: '', left: ['all.jsonl'] }
        : { stderr: 'error: stopped: nothing was written\n', left: [] },
    );
  });
});
