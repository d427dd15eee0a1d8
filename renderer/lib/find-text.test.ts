import { expect, test } from 'vitest';
import { message } from '../testing/builders.ts';
import { entryText, findInListed, findWords, holdsWord, isInRestOnly } from './find-text.ts';
import { previewJson, printJson } from './json-preview.ts';
import { buildThread } from './thread.ts';

test('what is searched for are words and quoted phrases', () => {
  expect(findWords('  Quiet "In Kyoto" gpt-4o ')).toEqual(['quiet', 'in kyoto', 'gpt-4o']);
  expect(findWords('"still typ')).toEqual(['still typ']);
  expect(findWords('""')).toEqual(['""']);
  expect(findWords('Café ＦＵＬＬ \u0301')).toEqual(['cafe', 'full']);
});

test('of the search of a list, what it leaves out is not searched for', () => {
  expect(findInListed('kyoto -osaka -"by night" gpt-4o --verbose')).toBe('kyoto gpt-4o --verbose');
  expect(findInListed('"kyoto -osaka"')).toBe('"kyoto -osaka"');
  expect(findInListed('-osaka')).toBeUndefined();
  expect(findInListed(undefined)).toBeUndefined();
});

test('JSON holds a word in its keys and values, a text in itself', () => {
  const value = { list: [{ Deep: 'Kyoto' }, 42], none: null };
  expect(holdsWord(value, ['kyoto'])).toBe(true);
  expect(holdsWord(value, ['deep'])).toBe(true);
  expect(holdsWord(value, ['42'])).toBe(true);
  expect(holdsWord(value, ['osaka'])).toBe(false);
  expect(holdsWord('In Kyoto', ['osaka', 'kyoto'])).toBe(true);
  expect(holdsWord(['Le café'], ['cafe'])).toBe(true);
});

test('what is nested as deep as values may be is searched, previewed and printed', () => {
  const depth = 320;
  const text = `${'[{"a":'.repeat(depth / 2)}"needle"${'}]'.repeat(depth / 2)}`;
  const value: unknown = JSON.parse(text);
  expect(holdsWord(value, ['needle'])).toBe(true);
  expect(holdsWord(value, ['other'])).toBe(false);
  expect(printJson(value, 0)).toBe(text);
  expect(previewJson(value, 90).whole).toBe(false);
});

test('the rest of a cut text is needed only for what does not stand before it', () => {
  expect(isInRestOnly('one two', 'one', ['two'])).toBe(true);
  expect(isInRestOnly('one two', 'one', ['one', 'two'])).toBe(false);
  expect(isInRestOnly('one', 'one', ['two'])).toBe(false);
});

test('an entry says its texts, reasoning, errors with their traces, arguments and results', () => {
  const texts = buildThread([
    message('1', 'assistant', 's', [
      { type: 'reasoning', content: 'I think' },
      { type: 'text', content: 'I say' },
      { type: 'tool_call', id: 'c', name: 'look', arguments: { at: 'Kyoto' } },
    ]),
    message('2', 'tool', 's', [
      { type: 'tool_call_response', id: 'c', name: null, response: 'a temple', is_error: false },
      { type: 'error', name: 'Late', message: 'too late', stacktrace: 'at line 7' },
    ]),
  ]).map(entryText);
  expect(texts[0]).toBe('I think\nI say');
  for (const said of ['look', 'Kyoto', 'a temple', 'Late', 'too late', 'at line 7'])
    expect(texts[1]).toContain(said);
});
