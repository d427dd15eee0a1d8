import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { describeError } from './describe-error.ts';
import { LogFile } from './log-file.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = testFolder();
  folder = path.join(parent, 'logs');
});

const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
const at = new Date(0);

test('a line has its time and level; those below the first are set in', () => {
  new LogFile({ folder }).write('error', 'it broke\n  at a\n', at);
  expect(contents()).toEqual({ 'tracedeck.log': '1970-01-01T00:00:00.000Z error it broke\n      at a\n' });
});

test('files are begun anew at their bound, and the oldest goes', () => {
  const log = new LogFile({ folder, maxBytes: 40, kept: 2 });
  for (const word of ['a', 'b', 'c', 'd']) log.write('info', word, at);
  const lines = Object.fromEntries(Object.entries(contents()).map(([name, text]) => [name, text.at(-2)]));
  expect(lines).toEqual({ 'tracedeck.log': 'd', 'tracedeck.log.1': 'c', 'tracedeck.log.2': 'b' });
});

test('what an earlier run wrote counts', () => {
  new LogFile({ folder, maxBytes: 40 }).write('info', 'a', at);
  new LogFile({ folder, maxBytes: 40 }).write('info', 'b', at);
  expect(Object.keys(contents())).toEqual(['tracedeck.log', 'tracedeck.log.1']);
});

test('while no file can be begun anew, as while a viewer holds one, lines go on to a bound', () => {
  const log = new LogFile({ folder, maxBytes: 40, kept: 2 });
  mkdirSync(path.join(folder, 'tracedeck.log.2'), { recursive: true });
  for (const word of 'abcdefgh') log.write('info', word, at);
  const file = path.join(folder, 'tracedeck.log');
  expect(readFileSync(file, 'utf8')).toContain(' d\n');
  expect(statSync(file).size).toBeLessThanOrEqual(200);
  rmSync(path.join(folder, 'tracedeck.log.2'), { recursive: true });
  log.write('info', 'z', at);
  expect(readFileSync(file, 'utf8')).toBe('1970-01-01T00:00:00.000Z info z\n');
});

test.skipIf(process.platform === 'win32')('only its user may read it', () => {
  new LogFile({ folder }).write('info', 'a');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'tracedeck.log')).mode & 0o777).toBe(0o600);
});

test('a folder that can not be made ends nothing', () => {
  writeFileSync(folder, 'a file');
  expect(() => new LogFile({ folder }).write('info', 'a')).not.toThrow();
});

test('an error is described with its causes', () => {
  const cause = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  const text = describeError(new Error('could not write', { cause }));
  expect(text).toMatch(/could not write[\s\S]*cause[\s\S]*disk full[\s\S]*ENOSPC/);
  expect(describeError('just text')).toContain('just text');
  expect(describeError(new AggregateError([new Error('first')], 'all'))).toContain('first');
});
