import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { uploadsFolder } from '../lib/database-file.ts';
import { openFiles } from '../testing/open-files.ts';
import { packedGigabyte, spanJson } from '../testing/otlp-files.ts';
import { testFolder } from '../testing/test-folder.ts';
import { readRecords } from './read-file.ts';
import { Uploads } from './uploads.ts';

test.for([
  ['empty lines', '\n'],
  ['short lines', 'x\n'],
  ['a line without end', 'x'],
])('a file of nothing but %s is read no further once nobody wants it', async ([, of]) => {
  const file = path.join(testFolder(), 'file');
  writeFileSync(file, Buffer.concat(packedGigabyte(of!)));
  const unwanted = new AbortController();
  const records = readRecords(file, {
    maxBytes: 1 << 26,
    onRead: () => setImmediate(() => unwanted.abort()),
    signal: unwanted.signal,
  });
  await expect(records.next()).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(openFiles).not.toContain(file);
});

test('a file without records is left where it stands when its sender goes, and at a stop', async () => {
  const dataDirectory = testFolder();
  const read = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const uploads = new Uploads({
    dataDirectory,
    maxBytes: 1e6,
    onFailure: (message) => expect.unreachable(message),
    consume: async () => {
      read[begun++]!.resolve();
      return { rejected: 0, message: '' };
    },
  });
  await uploads.start();
  const content = [gzipSync(`${JSON.stringify(spanJson(1))}\n`), ...packedGigabyte('\n')];
  const store = (signal: AbortSignal): Promise<unknown> =>
    uploads.store('default', Readable.from(content), signal);
  const gone = new AbortController();
  const left = store(gone.signal);
  await read[0]!.promise;
  const stopped = store(new AbortController().signal);
  await read[1]!.promise;
  gone.abort();
  await expect(left).rejects.toThrow('the import ended early');
  expect(readdirSync(uploadsFolder(dataDirectory))).toHaveLength(1);
  await Promise.all([uploads.stop(), expect(stopped).rejects.toThrow('the import thread stopped')]);
  expect(readdirSync(uploadsFolder(dataDirectory))).toHaveLength(0);
});
