import { expect, test } from 'vitest';
import { notWritten, type ErrorCode } from './errors.ts';

test.for<[system: string, code: ErrorCode]>([
  ['ENOSPC', 'STORAGE_UNAVAILABLE'],
  ['EDQUOT', 'STORAGE_UNAVAILABLE'],
  ['EROFS', 'STORAGE_UNAVAILABLE'],
  ['EACCES', 'STORAGE_ERROR'],
])('a file that %s keeps from being written is %s, in its words', ([system, code]) => {
  const cause = Object.assign(new Error(`${system}: because`), { code: system });
  const error = notWritten('the file is not written', cause);
  expect(error).toMatchObject({ code, message: `the file is not written: ${system}: because`, cause });
});
