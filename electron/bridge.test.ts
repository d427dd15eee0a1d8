import { expect, test } from 'vitest';
import { channels, problemOf } from './bridge.ts';

test('a message takes what it says and nothing else', () => {
  const values = { nothing: undefined, string: 'x', number: 1, object: {} };
  for (const channel of channels) {
    const right = Object.entries(values).filter(([, value]) => problemOf(channel, value) === null);
    expect(right, channel).toHaveLength(1);
    for (const odd of [null, [], true, () => {}, 1n]) expect(problemOf(channel, odd)).toContain(channel);
  }
});
