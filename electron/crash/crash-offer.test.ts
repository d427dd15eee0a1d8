import { expect, test } from 'vitest';
import { offerAfterCrash, offerWhileHanging } from './crash-offer.ts';

test('a page that ended as it should needs nothing', () => {
  expect(offerAfterCrash('clean-exit')).toBeNull();
});

test.each([
  'crashed',
  'oom',
  'killed',
  'abnormal-exit',
  'launch-failed',
  'integrity-failure',
  'of a later Electron',
])('after %s a reload is offered first', (reason) => {
  const offer = offerAfterCrash(reason);
  expect(offer?.choices).toEqual(['reload', 'quit']);
  expect(offer?.detail).toContain('is stored');
});

test('a page that hangs may be waited for', () => {
  expect(offerWhileHanging.choices).toEqual(['reload', 'wait']);
});
