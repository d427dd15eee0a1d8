import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { CodeLoader } from './code-loader.ts';
import { KeptCode } from './kept-code.ts';

/** Writes files of code, and loads them as often as it is asked. */
function build(files: Readonly<Record<string, string>>, cache = testFolder()) {
  const folder = testFolder();
  const write = (name: string, code: string): void => writeFileSync(path.join(folder, name), code);
  for (const [name, code] of Object.entries(files)) write(name, code);
  return { folder, cache, write, start: () => new CodeLoader(folder, new KeptCode(cache)) };
}

/** What lies in a folder of compiled code, by path. */
const keptFiles = (cache: string) =>
  new Map(
    readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [name, path.join(parentPath, name)] as const),
  );

/** A function that is compiled when it is first called. */
const LATER = `exports.later = function later(n) { let sum = 0; ${'sum = sum * 31 + n;'.repeat(200)} return sum; };`;

describe('files of a build', () => {
  test('get each other, what Node has, and where they are', () => {
    const { start, folder } = build({
      'first.cjs': `exports.second = require('./second.cjs'); exports.again = require('./second.cjs'); exports.at = [__filename, __dirname];`,
      'second.cjs': `module.exports = require('node:path').basename('/a/b');`,
    });
    const at = [path.join(folder, 'first.cjs'), folder];
    expect(start().load('first.cjs')).toEqual({ second: 'b', again: 'b', at });
  });

  test('run once, also where they need each other', () => {
    const { start } = build({
      'first.cjs': `exports.runs = (exports.runs ?? 0) + 1; exports.second = require('./second.cjs');`,
      'second.cjs': `exports.seen = require('./first.cjs').runs;`,
    });
    const loader = start();
    expect(loader.load('first.cjs')).toBe(loader.load('first.cjs'));
    expect(loader.load('first.cjs')).toMatchObject({ runs: 1, second: { seen: 1 } });
  });

  test('that fail say where, and are tried again', () => {
    const { start, folder, write } = build({ 'first.cjs': `const a = 1; throw new Error('not yet');` });
    const loader = start();
    const failure = (): unknown => {
      try {
        return loader.load('first.cjs');
      } catch (error) {
        return (error as Error).stack;
      }
    };
    expect(failure()).toContain(`${path.join(folder, 'first.cjs')}:1:20`);
    write('first.cjs', `exports.done = true;`);
    expect(failure()).toEqual({ done: true });
    expect(() => loader.load('none.cjs')).toThrow(/ENOENT/);
  });

  test('get for the file of the loader what it gives them', () => {
    const { folder } = build({ 'first.cjs': `exports.own = require('./own.cjs');` });
    const own = { file: path.join(folder, 'own.cjs'), exports: { is: 'own' } };
    expect(new CodeLoader(folder, null, own).load('first.cjs')).toEqual({ own: { is: 'own' } });
  });
});

describe('what V8 has made of them', () => {
  test('is kept with the functions that were called by then', () => {
    const sizeAfter = (calls: number): number => {
      const { start, cache } = build({ 'first.cjs': LATER });
      const loader = start();
      const { later } = loader.load('first.cjs') as { later: (n: number) => number };
      for (let n = 0; n < calls; n++) later(n);
      loader.keep();
      const [at = ''] = keptFiles(cache).values();
      return statSync(at).size;
    };
    expect(sizeAfter(1)).toBeGreaterThan(sizeAfter(0) + 1000);
  });

  test('is written once, of files that are loaded later as well', () => {
    const { start, cache } = build({ 'first.cjs': LATER, 'second.cjs': LATER });
    const loader = start();
    loader.load('first.cjs');
    loader.keep();
    expect(keptFiles(cache).size).toBe(1);
    const [at = ''] = keptFiles(cache).values();
    writeFileSync(at, 'left as it is');
    loader.load('second.cjs');
    loader.keep();
    expect(keptFiles(cache).size).toBe(2);
    expect(readFileSync(at, 'utf8')).toBe('left as it is');
  });

  test('is taken by the next start, which writes nothing', () => {
    const { start, cache } = build({ 'first.cjs': LATER });
    const first = start();
    first.load('first.cjs');
    first.keep();
    const before = [...keptFiles(cache).values()].map((at) => statSync(at).ino);
    const second = start();
    expect(second.load('first.cjs')).toHaveProperty('later');
    second.keep();
    expect([...keptFiles(cache).values()].map((at) => statSync(at).ino)).toEqual(before);
  });

  test('is not taken for a file that has changed, and written anew', () => {
    const { start, cache, write } = build({ 'first.cjs': `exports.is = 1;` });
    const first = start();
    first.load('first.cjs');
    first.keep();
    write('first.cjs', `exports.is = 2;`);
    const second = start();
    expect(second.load('first.cjs')).toEqual({ is: 2 });
    second.keep();
    const third = start();
    expect(third.load('first.cjs')).toEqual({ is: 2 });
    expect(keptFiles(cache).size).toBe(1);
  });

  test('is written anew where V8 does not take it', () => {
    const text = `exports.is = 1;`;
    const { start, cache, folder } = build({ 'first.cjs': text });
    const file = path.join(folder, 'first.cjs');
    const sum = crc32(text);
    new KeptCode(cache).write(file, sum, Buffer.from('of another V8'));
    const loader = start();
    expect(loader.load('first.cjs')).toEqual({ is: 1 });
    loader.keep();
    const [at = ''] = keptFiles(cache).values();
    expect(statSync(at).size).toBeGreaterThan(100);
  });

  test('is done without where it can not be written', () => {
    const cache = path.join(testFolder(), 'file');
    writeFileSync(cache, '');
    const loader = build({ 'first.cjs': LATER }, cache).start();
    expect(loader.load('first.cjs')).toHaveProperty('later');
    loader.keep();
    expect(readFileSync(cache, 'utf8')).toBe('');
  });
});
