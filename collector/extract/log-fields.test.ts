import { expect, test } from 'vitest';
import { spanInput } from './fixtures/span-input.ts';
import { logFields } from './log-fields.ts';

const { attributes } = spanInput({});
const SPLIT = `${'x'.repeat(999)}😀`;

test('words that were not to be recorded are no preview', () => {
  const previews = (eventName: string, content: string) =>
    logFields({ eventName, attributes, body: () => new Map([['content', content]]) });
  const none = { inputPreview: null, outputPreview: null };
  expect(previews('gen_ai.user.message', '<elided>')).toMatchObject(none);
  expect(previews('gen_ai.choice', '<elided>')).toMatchObject(none);
  expect(previews('gen_ai.user.message', 'Hi')).toMatchObject({ inputPreview: 'Hi' });
  expect(previews('gen_ai.choice', 'It is <elided>')).toMatchObject({ outputPreview: 'It is <elided>' });
});

test('the name of an event is cut like any other, not inside a surrogate pair', () => {
  expect(logFields({ eventName: SPLIT, attributes, body: () => null }).eventName).toBe('x'.repeat(999));
  const named = spanInput({ attributes: { 'event.name': SPLIT } }).attributes;
  expect(logFields({ eventName: '', attributes: named, body: () => null }).eventName).toBe('x'.repeat(999));
  expect(logFields({ eventName: '', attributes, body: () => null }).eventName).toBeNull();
});

test.for([`${'x'.repeat(1998)}😀`, new Map([['a', `${'x'.repeat(1982)}😀`]])])(
  'what is searched for is cut outside of surrogate pairs',
  (body) => {
    const { searchText } = logFields({ eventName: '', attributes, body: () => body });
    expect(searchText).toContain('xxx');
    expect(searchText.isWellFormed()).toBe(true);
    expect(searchText).not.toContain(String.raw`\ud83d`);
  },
);
