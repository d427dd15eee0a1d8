import { describe, expect, test } from 'vitest';
import { ReadCache } from './read-cache.ts';
import { MAX_TEXT_BYTES, beginningOf, searchTexts } from './search-texts.ts';
import { call, span, type SpanOptions } from './testing/build-span.ts';

const textsOf = (attributes: NonNullable<SpanOptions['attributes']>): string[] => [
  ...searchTexts(call({ id: 's', attributes }), new ReadCache()),
];
const messages = (...parts: readonly object[]): string => JSON.stringify([{ role: 'user', parts }]);

describe('what a span is found by', () => {
  test('each distinct text of its messages once, and why it failed', () => {
    const said = { type: 'text', content: 'Weather in Paris?' };
    const found = searchTexts(
      call({
        id: 's',
        error: 'rate limit reached',
        attributes: {
          'gen_ai.input.messages': messages(said, { type: 'reasoning', content: 'hm' }),
          'gen_ai.output.messages': messages(said, {
            type: 'uri',
            modality: 'image',
            uri: 'https://a.example/b.png',
          }),
        },
      }),
      new ReadCache(),
    );
    expect([...found]).toEqual([
      'Weather in Paris?',
      'hm',
      'https://a.example/b.png',
      expect.stringContaining('rate limit reached'),
    ]);
  });

  test('its status too, where its exception says something else', () => {
    const failed = call({ id: 's', error: 'connection reset' });
    const record = { ...failed.record, statusMessage: 'lookup failed' };
    const words = [...searchTexts({ ...failed, record }, new ReadCache())].join(' ');
    expect(words).toContain('connection reset');
    expect(words).toContain('lookup failed');
  });

  test('calls of tools by name, id, keys and values, whose line ends stick to no word', () => {
    const calls = messages(
      {
        type: 'tool_call',
        id: 'call_1',
        name: 'get_weather',
        arguments: { city: 'line\nParis', days: [1, true, null] },
      },
      { type: 'tool_call_response', id: 'call_1', response: { nested: { temp: 21.5 } } },
    );
    const texts = textsOf({ 'gen_ai.output.messages': calls }).map((text) => text.split(/\s+/));
    expect(texts).toHaveLength(2);
    expect(texts).toContainEqual(['get_weather', 'call_1', 'city', 'line', 'Paris', 'days', '1', 'true']);
    expect(texts).toContainEqual(['call_1', 'nested', 'temp', '21.5']);
  });

  test('integers by all their digits', () => {
    const calls =
      '[{"role":"assistant","parts":[{"type":"tool_call","name":"f","arguments":{"id":1234567890123456789}}]}]';
    expect(textsOf({ 'gen_ai.output.messages': calls })).toEqual(['f id 1234567890123456789']);
  });

  test('no base64', () => {
    const blob = { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'aGVsbG8=' };
    expect(textsOf({ 'gen_ai.input.messages': messages(blob) })).toEqual([]);
  });

  test('nothing where nothing is said, whatever else it holds', () => {
    expect(
      searchTexts(
        span({ id: 's', attributes: { 'some.text': 'b', 'gen_ai.request.model': 'm' } }),
        new ReadCache(),
      ).size,
    ).toBe(0);
  });

  test('the first 2 kB of a text, of a huge value too', () => {
    const items = Array.from({ length: 10_000 }, (_, i) => ({ [`key${i}`]: 'x'.repeat(50) }));
    const [text] = textsOf({
      'gen_ai.output.messages': messages({ type: 'tool_call', id: null, name: 'many', arguments: { items } }),
    });
    expect(text).toMatch(/^many items key0 x{50} key1 /);
    expect(Buffer.byteLength(text!)).toBe(MAX_TEXT_BYTES);
  });
});

test.for(['a', 'é', '東', '🎉', 'a🎉', 'é東'])('no character is cut in half: %s', (unit) => {
  for (let ahead = 0; ahead < 4; ahead++) {
    const text = 'x'.repeat(ahead) + unit.repeat(MAX_TEXT_BYTES);
    const cut = beginningOf(text);
    expect(text.startsWith(cut)).toBe(true);
    expect(cut.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(MAX_TEXT_BYTES - 4);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(beginningOf(cut)).toBe(cut);
  }
});
