import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { unlessGone } from './deletions.ts';

const refused = (status: number, code: string) =>
  Promise.reject(new ApiError(status, code, `It says ${code}.`));

test.for(['TRACE_NOT_FOUND', 'SESSION_NOT_FOUND', 'PROJECT_NOT_FOUND'])(
  'what answers %s is deleted',
  (code) => expect(unlessGone(refused(404, code))).resolves.toBeUndefined(),
);

test('any other failure of a deletion stays one', async () => {
  await expect(unlessGone(refused(404, 'SPAN_NOT_FOUND'))).rejects.toThrow('SPAN_NOT_FOUND');
  await expect(unlessGone(refused(0, 'UNREACHABLE'))).rejects.toThrow('UNREACHABLE');
  await expect(unlessGone(Promise.reject(new TypeError('no')))).rejects.toThrow('no');
});
