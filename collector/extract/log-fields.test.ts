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

test('a notice of work in the background stands in one line by its summary', () => {
  const prompt = '<task-notification>\n<task-id>a6</task-id>\n<summary>Done.</summary>\n</task-notification>';
  const asked = (text: string) => spanInput({ attributes: { prompt: text } }).attributes;
  const preview = (text: string) =>
    logFields({ eventName: 'claude_code.user_prompt', attributes: asked(text), body: () => null })
      .inputPreview;
  expect(preview(prompt)).toBe('Done.');
  expect(preview(`Why ${prompt}`)).toBe(`Why ${prompt}`);
});

test('the name of an event is cut like any other, not inside a surrogate pair', () => {
  expect(logFields({ eventName: SPLIT, attributes, body: () => null }).eventName).toBe('x'.repeat(999));
  const named = spanInput({ attributes: { 'event.name': SPLIT } }).attributes;
  expect(logFields({ eventName: '', attributes: named, body: () => null }).eventName).toBe('x'.repeat(999));
  expect(logFields({ eventName: '', attributes, body: () => null }).eventName).toBeNull();
});

test('a place in the source is a name only where there is no other', () => {
  const place = 'event src/telemetry.rs:12';
  const named = spanInput({ attributes: { 'event.name': 'codex.user_prompt', prompt: 'Rain?' } }).attributes;
  const fields = (eventName: string, own = named) =>
    logFields({ eventName, attributes: own, body: () => null });
  expect(fields(place)).toMatchObject({ eventName: 'codex.user_prompt', inputPreview: 'Rain?' });
  expect(fields(place, attributes).eventName).toBe(place);
  expect(fields('other').eventName).toBe('other');
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

test('a record is found by its name, its body, then its attributes as they are shown, as far as there is room', () => {
  const named = spanInput({
    attributes: { tool_name: 'Bash', 'request.id': 'R1', tokens: 12n, ok: true, paths: ['a'] },
  });
  const found = (body: string): string =>
    logFields({ eventName: 'Tool_Result', attributes: named.attributes, body: () => body }).searchText;
  expect(found('Done')).toBe(
    'tool_result\ndone\ntool_name=bash\nrequest.id=r1\ntokens=12\nok=true\npaths=["a"]',
  );
  expect(found('x'.repeat(1974))).toMatch(/x\ntool_name=bas$/);
  expect(found('x'.repeat(5000))).toHaveLength(2000);
});
