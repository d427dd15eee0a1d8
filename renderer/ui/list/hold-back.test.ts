import { expect, test } from 'vitest';
import { holdBackNewer } from './hold-back.ts';

const list = { isNewestFirst: true, endsAt: undefined };

test('what is newer than the first row is kept out where it would come above it', () => {
  const time = new Date(Date.now() - 1000).toISOString();
  expect(holdBackNewer(time, list)).toEqual({ to_timestamp: time });
  expect(holdBackNewer(time, { ...list, isNewestFirst: false })).toBeNull();
  expect(holdBackNewer(time, { ...list, endsAt: time })).toBeNull();
});

test('below a row that is ahead of the clock new ones come in between', () =>
  expect(holdBackNewer(new Date(Date.now() + 60_000).toISOString(), list)).toBeNull());
