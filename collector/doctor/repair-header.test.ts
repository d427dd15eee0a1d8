import { closeSync, openSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileOf } from '../testing/damage.ts';
import { copyOfWhole, expectSound, LOGS, makeWhole, mend, POINTS, SPANS } from '../testing/doctor-data.ts';

makeWhole();

function overwrite(dataDir: string, from: number, bytes: readonly number[]): void {
  const handle = openSync(fileOf(dataDir), 'r+');
  writeSync(handle, Buffer.from(bytes), 0, bytes.length, from);
  closeSync(handle);
}

test.for<[what: string, from: number, bytes: number[]]>([
  ['all but the name of the format', 16, Array<number>(84).fill(0)],
  ['the size of pages, which can not be', 16, [0xa5, 0xa5]],
  ['the size of pages, which is that of another file', 16, [0x10, 0]],
  ['the versions of the format', 18, [9, 9]],
  ['the format of the list of tables', 44, [0xa5, 0xa5, 0xa5, 0xa5]],
  ['the encoding, and so the names of tables', 56, [0, 0, 0, 2]],
  ['the encoding and the format of ours', 56, [0, 0, 0, 2, 0, 0, 0, 0]],
])('a header in which this is damaged costs nothing: %s', async ([, from, bytes]) => {
  const dataDir = copyOfWhole();
  overwrite(dataDir, from, bytes);
  expect(mend(dataDir)).toMatchObject({ spans: SPANS, logs: LOGS, points: POINTS, unusable: 0 });
  await expectSound(dataDir, SPANS);
});
