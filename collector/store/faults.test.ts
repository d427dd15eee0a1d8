import { expect, test } from 'vitest';
import { whyNotOpened } from './faults.ts';

const fault = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test('a database that the system would not write names its file and what to look at', () => {
  expect(whyNotOpened(fault('SQLITE_IOERR_WRITE', 'disk I/O error'), '/data/tracedeck.db')).toBe(
    "it can't be opened: disk I/O error (/data/tracedeck.db): see whether its disk is in order, and whether a quota or a limit of files' sizes is reached",
  );
  expect(whyNotOpened(fault('SQLITE_CONSTRAINT_NOTNULL', 'NOT NULL constraint failed'), 'a.db')).toBe(
    'it can\'t be opened: NOT NULL constraint failed (a.db): run "tracedeck doctor"',
  );
});

test('what is said already stays as it is', () => {
  expect(whyNotOpened(new Error('it is a link to b.db, which is not there'), 'a.db')).toBe(
    'it is a link to b.db, which is not there',
  );
});
