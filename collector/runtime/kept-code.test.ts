import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
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
    code.removeOthers();
    expect(readdirSync(folder).toSorted()).toEqual([`code-${VERSION}`, 'pictures']);
    expect(code.read(FILE, source)).toEqual(compiled);
  });

  test.runIf(process.platform === 'linux')('lies where caches do, unless there are to be none', () => {
    const XDG_CACHE_HOME = testFolder();
    KeptCode.ofUser({ XDG_CACHE_HOME })?.write(FILE, crc32(source), compiled);
    expect(readdirSync(path.join(XDG_CACHE_HOME, 'tracedeck'))).toEqual([`code-${VERSION}`]);
    expect(KeptCode.ofUser({ XDG_CACHE_HOME, NODE_DISABLE_COMPILE_CACHE: '1' })).toBeNull();
  });
});
