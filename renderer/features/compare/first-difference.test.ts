import { expect, test } from 'vitest';
import { message } from '../../testing/builders.ts';
import { alignItems } from './align-items.ts';
import { compareItems } from './compare-items.ts';
import { firstDifference } from './first-difference.ts';

const user = (content: string) => message(content, 'user', 's', [{ type: 'text', content }]);
const call = (city: string) =>
  message(city, 'assistant', 's', [{ type: 'tool_call', id: null, name: 'find', arguments: { city } }]);
const parted = (a: Parameters<typeof compareItems>[0], b: Parameters<typeof compareItems>[0]) =>
  firstDifference(alignItems(compareItems(a), compareItems(b)));

test('the place where two conversations part is told with what parts them', () => {
  expect(parted([user('hi')], [user('hi')])).toBeNull();
  expect(parted([user('hi')], [user('ho')])).toBe('First difference, at the start: another user message.');
  expect(parted([user('hi')], [user('hi'), user('ho')])).toBe(
    'First difference, after 1 message that both have: only B has this user message.',
  );
  expect(parted([call('Kyoto')], [call('Nara')])).toBe(
    'First difference, after 1 message that both have: another call of find.',
  );
});
