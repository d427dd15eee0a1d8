import { describe, expect, test } from 'vitest';
import { countFrames, cutText, firstLine, isImageData, parseJsonText, safeLink, showHidden } from './text.ts';

describe('a long text', () => {
  test('is cut, and says how much is left', () => {
    expect(cutText('x'.repeat(30), 20)).toEqual({ shown: 'x'.repeat(20), hidden: 10 });
    expect(cutText('short', 20)).toEqual({ shown: 'short', hidden: 0 });
  });
  test('is never cut through a character', () =>
    expect(cutText('abc😀def', 4)).toEqual({ shown: 'abc', hidden: 5 }));
  test('of 5 MB is cut to what a screen can take', () =>
    expect(cutText('x'.repeat(5_000_000))).toEqual({ shown: 'x'.repeat(20_000), hidden: 4_980_000 }));
});

describe('a preview', () => {
  test('is one line', () => expect(firstLine('  a\n\n b\tc ')).toBe('a b c'));
  test('is never cut through a character', () => {
    expect(firstLine(`${'a'.repeat(158)}😀 tail`)).toBe(`${'a'.repeat(158)}…`);
    expect(firstLine(`${' '.repeat(38)}a😀`, 10)).toBe('a…');
    expect(firstLine(`a${' '.repeat(60)}b`, 10)).toBe('a…');
  });
});

describe('JSON in a text', () => {
  test('is read when the whole text is an object or a list', () => {
    expect(parseJsonText(' {"a": 1} ')).toEqual({ a: 1 });
    expect(parseJsonText('[1]')).toEqual([1]);
  });
  test.for(['42', '"text"', '{not json', 'see {"a": 1}', ''])('%j stays text', (text) =>
    expect(parseJsonText(text)).toBeUndefined(),
  );
  test('keeps all digits of its numbers', () =>
    expect(parseJsonText('{"id": 1234567890123456789}')).toEqual({ id: 1_234_567_890_123_456_789n }));
  test('nested more than 200 levels stays text, since what reads values calls itself for each level', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}"needle"${']'.repeat(levels)}`;
    expect(parseJsonText(nested(200))).toBeDefined();
    expect(parseJsonText(nested(201))).toBeUndefined();
    expect(parseJsonText(`["needle", ${nested(5000)}]`)).toBeUndefined();
    expect(parseJsonText(`${'{"a":'.repeat(201)}1${'}'.repeat(201)}`)).toBeUndefined();
  });
  test('past the limit stays text', () => expect(parseJsonText('[1,2,3]', 3)).toBeUndefined());
});

describe('an address from a span', () => {
  test('is a link only over http and https', () => {
    expect(safeLink('https://example.com/a')).toBe('https://example.com/a');
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '/relative',
      'nothing',
    ]) {
      expect(safeLink(bad)).toBeNull();
    }
  });
  test('is an image only with the bytes in it', () => {
    expect(isImageData('data:image/png;base64,AAAA')).toBe(true);
    expect(isImageData('data:text/html,<b>')).toBe(false);
    expect(isImageData('https://x/y.png')).toBe(false);
  });
});

test('frames are counted in JavaScript and Python traces', () => {
  expect(countFrames('Error: x\n    at a (b:1)\n    at c (d:2)')).toBe(2);
  expect(countFrames('Traceback:\n  File "a.py", line 1\n    x()\n  File "b.py", line 2')).toBe(2);
});

describe('hidden characters', () => {
  test.for([
    ['\u001b[31mred', '␛[31mred'],
    ['a\u0000b\u007f', 'a␀b␡'],
    ['admin\u202etxt.exe', 'admin⟨U+202E⟩txt.exe'],
    ['\u200bzero\ufeff', '⟨U+200B⟩zero⟨U+FEFF⟩'],
    ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ] as const)('%j is shown as %s', ([text, shown]) => expect(showHidden(text)).toBe(shown));
  test('line breaks, tabs, emoji and joiners stay as they are', () => {
    const text = 'a\tb\r\nc 👩‍💻 می‌خواهم';
    expect(showHidden(text)).toBe(text);
  });
});
