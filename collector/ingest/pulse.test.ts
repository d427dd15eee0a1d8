import { expect, test } from 'vitest';
import { Pulse } from './pulse.ts';

test('shows another thread what is begun and ended, also by what fails', () => {
  const pulse = new Pulse();
  const seen = new Pulse(pulse.beats);
  const looks: unknown[] = [seen.at];
  pulse.during(() => looks.push(seen.at));
  looks.push(seen.at);
  const fail = (): void => {
    looks.push(seen.at);
    throw new Error('no');
  };
  expect(() => pulse.during(fail)).toThrow('no');
  looks.push(seen.at);
  expect(looks).toEqual([null, 1, null, 3, null]);
});
