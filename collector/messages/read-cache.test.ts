import { describe, expect, test } from 'vitest';
import { ReadCache } from './read-cache.ts';

describe('parsing what was parsed before', () => {
  test('gives the same objects for equal texts and for the known part of a longer list', () => {
    const cache = new ReadCache();
    const short = cache.parse('[{"a":1},{"b":[2]}]') as readonly unknown[];
    const long = cache.parse('[{"a":1},{"b":[2]},{"c":3}]') as readonly unknown[];
    expect(long).toEqual([{ a: 1 }, { b: [2] }, { c: 3 }]);
    expect(long[1]).toBe(short[1]);
    expect(cache.parse('[{"a":1},{"b":[2]}]')).toBe(short);
  });

  test('knows the list of messages at the end of an object', () => {
    const cache = new ReadCache();
    const short = cache.parse('{"system":"s","messages":[{"a":1}]}') as { messages: readonly unknown[] };
    const long = cache.parse('{"system":"s","messages":[{"a":1},{"b":2}]}') as {
      messages: readonly unknown[];
    };
    expect(long).toEqual({ system: 's', messages: [{ a: 1 }, { b: 2 }] });
    expect(long.messages[0]).toBe(short.messages[0]);
    expect(cache.parse('{"messages":[[{"a":1}]]}')).toEqual({ messages: [[{ a: 1 }]] });
  });

  test.each([
    '[1,2]',
    '[1,2,]',
    '[[1],[2',
    '[1],2]',
    '[]',
    '[,1]',
    '{"messages":[1],"x":[2]}',
    '{"x":{"messages":[1]},"y":[2]}',
    '{"messages":[1]]}',
    '{"messages":[[1],[2]]}',
    '{"a":"\\"messages\\":[","b":[1]}',
  ])('never differs from JSON.parse: %s', (text) => {
    const cache = new ReadCache();
    for (const before of ['[1]', '[1,2]', '[[1],[2]]', '{"messages":[1]}']) cache.parse(before);
    let expected: unknown;
    try {
      expected = JSON.parse(text);
    } catch {
      expected = undefined;
    }
    expect(cache.parse(text)).toEqual(expected);
  });

  const long = JSON.stringify({ content: 'said before '.repeat(2000) });
  const bytesOf = (cache: ReadCache, text: string): string =>
    cache.texts.read(Buffer.from(text), 0, Buffer.byteLength(text));

  test.each([
    [`[${long}]`, `[${long},{"b":2}]`, `[${long},{"b":2},3]`],
    [`{"messages":[${long}]}`, `{"messages":[${long},{"b":2}]}`, `{"messages":[${long},{"b":2},3]}`],
    [`{"messages":[[${long}]]}`, `{"messages":[[${long},{"b":2}]]}`, `{"messages":[[${long},{"b":2},3]]}`],
    [`{"messages":[${long}]}`, `{"messages":[${long}],"x":[2]}`, `{"messages":[${long}],"x":[2,3]}`],
    [`{"x":[${long}]}`, `{"x":[${long},2]}`, `{"x":[${long},2,3]}`],
    [`{"messages":[${long}]}`, `{"messages":[${long},[[1]]}`, `{"messages":[${long},[[1]]]}`],
    [`[${long}]`, `[${long}]]`, `[${long}],2]`],
  ])('never differs from JSON.parse where spans are decoded with its texts: %#', (...texts) => {
    const cache = new ReadCache();
    // In the order in which agents send them, and once more.
    for (const text of [...texts, ...texts]) {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expected = text;
      }
      expect(cache.structured(bytesOf(cache, text))).toEqual(expected);
    }
  });

  test('a history that goes on from one before it shares its messages, also where that one was not parsed', () => {
    const cache = new ReadCache();
    const read = (text: string) => cache.structured(bytesOf(cache, text)) as readonly unknown[];
    const first = read(`[${long},{"a":1}]`);
    bytesOf(cache, `[${long},{"a":1},{"b":2}]`);
    const third = read(`[${long},{"a":1},{"b":2},{"c":3}]`);
    const fourth = read(`[${long},{"a":1},{"b":2},{"c":3},{"d":4}]`);
    expect(third[1]).toBe(first[1]);
    expect(fourth.slice(0, 4).every((message, i) => message === third[i])).toBe(true);
    expect(fourth).toHaveLength(5);
  });

  test('leaves text that nests too deeply as text', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect(new ReadCache().structured(deep)).toBe(deep);
  });
});
