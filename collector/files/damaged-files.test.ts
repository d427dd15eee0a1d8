import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { spanJson, wire, withLength } from '../testing/otlp-files.ts';
import { testFolder } from '../testing/test-folder.ts';
import { readRecords } from './read-file.ts';
import { isBad } from './record.ts';

/** How many records are read of it, and what is told of the rest. */
async function read(content: Buffer): Promise<[whole: number, told: string[]]> {
  const file = path.join(testFolder(), 'file');
  writeFileSync(file, content);
  let whole = 0;
  const told: string[] = [];
  for await (const record of readRecords(file, { maxBytes: 1_000_000 })) {
    if (isBad(record)) told.push(`${record.at}: ${record.reason}`);
    else whole++;
  }
  return [whole, told];
}

const requests = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => JSON.stringify(spanJson(n + 1, `${Math.sin(n)}`)));
const lines = (count: number): Buffer => Buffer.from(`${requests(count).join('\n')}\n`);
const messages = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, n) => withLength(wire('traces', spanJson(n + 1, `${Math.sin(n)}`)))),
  );
const JUNK = Buffer.from('junk');
const packers = [
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const;

const damagedAfter = (whole: number, why: string): string =>
  `after record ${whole}: the compressed data is damaged (${why})`;
const IS_DAMAGED = expect.stringMatching(/^after record \d+: the compressed data is damaged \(/) as string;

describe.for(packers)('%s', ([name, pack]) => {
  test('with junk behind its end has all its records, and the junk is told', async () => {
    const why = name === 'gzip' ? 'incorrect header check' : 'Unknown frame descriptor';
    for (const [content, count] of [
      [lines(1), 1],
      [lines(20), 20],
      [lines(3000), 3000],
      [messages(20), 20],
      [wire('traces', spanJson(1)), 1],
    ] as const)
      expect(await read(Buffer.concat([pack(content), JUNK]))).toEqual([count, [damagedAfter(count, why)]]);
  });

  test('damaged within: what came before is read, but for a piece', async () => {
    const packed = pack(lines(3000));
    const half = packed.length >> 1;
    const [cut] = await read(packed.subarray(0, half));
    packed.fill(0xff, half, half + 5000);
    const [whole, told] = await read(packed);
    expect(told.at(-1)).toEqual(IS_DAMAGED);
    expect(cut).toBeGreaterThan(1000);
    expect(whole).toBeGreaterThanOrEqual(cut - 20);
  });
});

test('a cut-off gzip has every whole record that can be unpacked, and none that is not whole', async () => {
  const all = lines(3000);
  const packed = gzipSync(all);
  for (const size of [1000, 15_000, packed.length - 9]) {
    const cut = packed.subarray(0, size);
    const [whole, told] = await read(cut);
    expect(whole).toBeGreaterThan(0);
    expect(told).toEqual([damagedAfter(whole, 'unexpected end of file')]);
    // As zlib has it where it is asked for what there is.
    const clear = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(whole).toBe(clear.toString().split('\n').length - 1);
  }
});

test('of a cut-off one the message that it ends within is no record, nor is half a document', async () => {
  const packed = gzipSync(messages(300));
  const [whole, told] = await read(packed.subarray(0, packed.length >> 1));
  expect(whole).toBeGreaterThan(100);
  expect(told).toEqual([damagedAfter(whole, 'unexpected end of file')]);
  const document = gzipSync(JSON.stringify(spanJson(1), null, 2));
  expect(await read(document.subarray(0, -20))).toEqual([0, [damagedAfter(0, 'unexpected end of file')]]);
});

test('a gzip with a wrong checksum has its records', async () => {
  const packed = gzipSync(lines(20));
  packed.writeUInt8(packed.readUInt8(packed.length - 6) ^ 1, packed.length - 6);
  expect(await read(packed)).toEqual([20, [damagedAfter(20, 'incorrect data check')]]);
});
