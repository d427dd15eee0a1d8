import { expect, test } from 'vitest';
import { hasTray } from './has-tray.ts';

const saying =
  (answers: Readonly<Record<string, string>>) =>
  (program: string): Promise<string | null> =>
    Promise.resolve(answers[program] ?? null);

test('macOS and Windows always have one', async () => {
  expect([await hasTray('darwin', saying({})), await hasTray('win32', saying({}))]).toEqual([true, true]);
});

test.each([
  [{ gdbus: '(true,)\n' }, true],
  [{ gdbus: '(false,)\n', busctl: 'b true' }, false],
  [{ busctl: 'b true\n' }, true],
  [{ busctl: 'b false\n' }, false],
  [{ 'dbus-send': 'method return …\n   boolean true\n' }, true],
  [{ 'dbus-send': 'method return …\n   boolean false\n' }, false],
  [{}, false],
])('on Linux the session says: %j', async (answers, there) => {
  expect(await hasTray('linux', saying(answers))).toBe(there);
});

test('a system without any of the programs has none', async () => {
  const { PATH } = process.env;
  process.env['PATH'] = '/nonexistent';
  try {
    expect(await hasTray('linux')).toBe(false);
  } finally {
    process.env['PATH'] = PATH;
  }
});
