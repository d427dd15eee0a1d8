import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { ApiError } from '../errors.ts';
import { Uploads } from './uploads.ts';

test('a fault of the collector fails the import, is told, and ends nothing else', async () => {
  const failures: string[] = [];
  let isFaulty = true;
  const uploads = new Uploads({
    dataDirectory: testFolder(),
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

test.each(['STORAGE_UNAVAILABLE', 'STORAGE_ERROR'] as const)(
  'an import that ends with %s says so: one of them is to be sent again later',
  async (code) => {
    const uploads = new Uploads({
      dataDirectory: testFolder(),
      maxBytes: 1e6,
      onFailure: () => expect.unreachable(),
      patienceMs: 0,
      consume: async () => {
        throw new ApiError(code, 'the disk is full');
      },
    });
    await uploads.start();
    onTestFinished(() => uploads.stop());
    await expect(
      uploads.store('default', Readable.from([JSON.stringify(SAMPLE_TRACES)]), new AbortController().signal),
    ).rejects.toMatchObject({ code, message: 'the import ended early: the disk is full' });
  },
);
