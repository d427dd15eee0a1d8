import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { VERSION } from '../lib/version.ts';
import { KeptCode } from './kept-code.ts';

const FILE = '/app/part.cjs';
const source = Buffer.from('exports.one = 1');
const compiled = Buffer.from('what V8 made of it');

/** One file of compiled code, and where it lies. */
function kept() {
  const folder = testFolder();
  const code = new KeptCode(folder);
  expect(code.write(FILE, crc32(source), compiled)).toBe(true);
  const own = path.join(folder, `code-${VERSION}`);
  const [name = ''] = readdirSync(own);
  return { code, folder, own, at: path.join(own, name) };
}

describe('compiled code', () => {
  test('is read for the source that it was made of', () => {
    expect(kept().code.read(FILE, source)).toEqual(compiled);
  });

  test('is not read for another source of the same length, nor for another file', () => {
    const { code } = kept();
    expect(code.read(FILE, Buffer.from('exports.one = 2'))).toBeUndefined();
    expect(code.read('/other/part.cjs', source)).toBeUndefined();
  });

  test('is not read where a byte of it has changed, or some are missing', () => {
    const { code, at } = kept();
    const whole = readFileSync(at);
    for (const index of whole.keys()) {
      const changed = Buffer.from(whole);
      changed[index] = changed.readUInt8(index) ^ 1;
      writeFileSync(at, changed);
      expect(code.read(FILE, source)).toBeUndefined();
      writeFileSync(at, whole.subarray(0, index));
      expect(code.read(FILE, source)).toBeUndefined();
    }
  });

  test('replaces what was there, and leaves nothing else', () => {
    const { code, own } = kept();
    code.write(FILE, crc32(source), Buffer.from('another'));
    expect(code.read(FILE, source)).toEqual(Buffer.from('another'));
    expect(readdirSync(own)).toHaveLength(1);
  });

  test('is not kept where the folder can not be made', () => {
    const file = path.join(testFolder(), 'file');
    writeFileSync(file, '');
    const code = new KeptCode(file);
    expect(code.write(FILE, crc32(source), compiled)).toBe(false);
    expect(code.read(FILE, source)).toBeUndefined();
  });

  test('of other versions goes, and nothing else in the folder', () => {
    const { code, folder } = kept();
    for (const name of ['code-0.0.1', 'pictures'])
      mkdirSync(path.join(folder, name, 'more'), { recursive: true });
    code.tidy();
    expect(readdirSync(folder).toSorted()).toEqual([`code-${VERSION}`, 'pictures']);
    expect(code.read(FILE, source)).toEqual(compiled);
  });

  test('is removed of the builds before, oldest first, and so is what an end left half written', () => {
    const { code, own, at } = kept();
    const size = statSync(at).size;
    for (const [age, name] of ['gone.cjs-1', 'gone.cjs-2', 'gone.cjs-3.new'].entries()) {
      writeFileSync(path.join(own, name), Buffer.alloc(size));
      const written = Date.now() / 1000 - 100 * (age + 1);
      utimesSync(path.join(own, name), written, written);
    }
    mkdirSync(path.join(own, 'of Node'));
    code.tidy(2 * size);
    expect(readdirSync(own).toSorted()).toEqual(['gone.cjs-1', path.basename(at)].toSorted());
    code.tidy();
    expect(readdirSync(own)).toHaveLength(2);
  });

  test('stays where its folder can’t be listed', () => {
    const { code, folder } = kept();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(() => code.tidy()).not.toThrow();
  });

  test.runIf(process.geteuid !== undefined)('of another user is not run', () => {
    const { code } = kept();
    vi.spyOn(process, 'geteuid').mockReturnValue(4_000_000);
    expect(code.read(FILE, source)).toBeUndefined();
    vi.restoreAllMocks();
    expect(code.read(FILE, source)).toEqual(compiled);
  });

  test.runIf(process.platform !== 'win32')('is not written to where a link leads', () => {
    const { code, folder, at } = kept();
    const other = path.join(folder, 'other');
    writeFileSync(other, 'of other use');
    symlinkSync(other, `${at}-${process.pid}-${threadId}.new`);
    expect(code.write(FILE, crc32(source), compiled)).toBe(false);
    expect(readFileSync(other, 'utf8')).toBe('of other use');
    expect(code.write(FILE, crc32(source), Buffer.from('another'))).toBe(true);
    expect(code.read(FILE, source)).toEqual(Buffer.from('another'));
  });

  test.runIf(process.platform !== 'win32')('is not waited for where a pipe has its name', () => {
    const { code, at } = kept();
    renameSync(at, `${at}.whole`);
    execFileSync('mkfifo', [at]);
    // So that whoever waits gets something in the end.
    const writer = spawn('sh', ['-c', 'cat "$0.whole" > "$0"', at]);
    onTestFinished(() => void writer.kill());
    expect(code.read(FILE, source)).toBeUndefined();
  });

  test.runIf(process.platform === 'linux')('lies where caches do, unless there are to be none', () => {
    const XDG_CACHE_HOME = testFolder();
    KeptCode.ofUser({ XDG_CACHE_HOME })?.write(FILE, crc32(source), compiled);
    expect(readdirSync(path.join(XDG_CACHE_HOME, 'tracedeck'))).toEqual([`code-${VERSION}`]);
    expect(KeptCode.ofUser({ XDG_CACHE_HOME, NODE_DISABLE_COMPILE_CACHE: '1' })).toBeNull();
  });
});
