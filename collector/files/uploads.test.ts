import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { uploadsFolder } from '../lib/database-file.ts';
import { makeFolder } from '../testing/serve.ts';
import { packedGigabyte, spanJson, wire, withLength } from '../testing/otlp-files.ts';
import { SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { Uploads } from './uploads.ts';

test('a fault of the collector fails the import, is told, and ends nothing else', async () => {
  const failures: string[] = [];
  let isFaulty = true;
  const uploads = new Uploads({
    dataDirectory: makeFolder(),
    maxBytes: 1e6,
    onFailure: (message) => failures.push(message),
    consume: async () => {
      if (isFaulty) throw new TypeError('no such thing');
      return { rejected: 0, message: '' };
    },
  });
  await uploads.start();
  onTestFinished(() => uploads.stop());
  const store = (): Promise<unknown> =>
    uploads.store('default', Readable.from([JSON.stringify(SAMPLE_TRACES)]), new AbortController().signal);
  await expect(store()).rejects.toMatchObject({
    code: 'STORAGE_ERROR',
    message: 'the import ended early: the collector failed to store it',
  });
  expect(failures).toEqual(['a part of a file could not be stored: TypeError: no such thing']);
  isFaulty = false;
  expect(await store()).toMatchObject({ requests: 1 });
});

test('a file without records is left where it stands when its sender goes, and at a stop', async () => {
  const dataDirectory = makeFolder();
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
  const content = [gzipSync(withLength(wire('traces', spanJson(1)))), ...packedGigabyte('\0')];
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
