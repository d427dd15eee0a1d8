import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TokenRegistry } from '../auth/registry.ts';
import { SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { serve, tracedeck, type Command } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';

// A command is a whole collector that starts and stops, and here they follow one another.
const LINE = `${JSON.stringify(SAMPLE_TRACES)}\n`;
const IMPORTED = {
  code: 0,
  stdout: 'imported 1 spans, log records and data points into default\n',
};

const importInput = (dataDir: string): Command =>
  tracedeck(['import', '-', '--data-dir', dataDir], { stdin: 'pipe' });

/** Resolves when it has said so on its standard error. */
const said = ({ process: { stderr } }: Command, words: string): Promise<void> => {
  let text = '';
  return new Promise((resolve) =>
    stderr!.on('data', (chunk) => (text += String(chunk)).includes(words) && resolve()),
  );
};

test('a command that finds the collector of another waits for its end, then stores through its own', async () => {
  const dataDir = path.join(testFolder(), 'data');
  const first = importInput(dataDir);
  while (!existsSync(path.join(dataDir, 'running.json'))) await turn();
  const second = importInput(dataDir);
  const third = tracedeck(['reindex', '--data-dir', dataDir]);
  const waiting = 'waiting until no other command of Tracedeck uses';
  await Promise.all([said(second, waiting), said(third, waiting)]);
  third.process.kill('SIGINT');
  expect(await third.exit).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\nerror: stopped: nothing was begun\n$/) as string,
  });
  first.process.stdin!.end(LINE);
  expect(await first.exit).toMatchObject(IMPORTED);
  second.process.stdin!.end(LINE);
  expect(await second.exit).toMatchObject(IMPORTED);
});

test('commands that begin at once all come to their end', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'sample.jsonl');
  writeFileSync(file, LINE);
  const run = () => tracedeck(['import', file, '--data-dir', path.join(folder, 'data')]).exit;
  for (const exit of await Promise.all([run(), run(), run()])) expect(exit).toMatchObject(IMPORTED);
});

test('a collector that is stopped meanwhile is told with what to do', async () => {
  const dataDir = path.join(testFolder(), 'data');
  const served = await serve(['--data-dir', dataDir]);
  const command = importInput(dataDir);
  while (new TokenRegistry(dataDir).count === 0) await turn();
  served.process.kill('SIGTERM');
  await served.exit;
  command.process.stdin!.end(LINE);
  expect(await command.exit).toMatchObject({
    code: 1,
    stderr: `error: the collector at ${served.addresses.http} went away: what was done by then is stored, run it again\n`,
  });
});
