import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tellConversation } from './conversation.ts';
import { closeJson, withoutStub } from './cut-json.ts';
import { messagesOf, textMessage } from './testing/build-messages.ts';
import { call, linesOf } from './testing/build-span.ts';

describe('JSON that was cut off', () => {
  test('is closed wherever it ends', () => {
    const list = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { minLength: 1 });
    fc.assert(
      fc.property(list, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (value, share) => {
        const text = JSON.stringify(value);
        const closed = closeJson(text.slice(0, 1 + Math.floor(share * (text.length - 1))));
        expect(Array.isArray(JSON.parse(closed ?? ''))).toBe(true);
        expect(closeJson(text)).toBeUndefined();
      }),
    );
  });

  test.each([
    ['[{"role":"user","content":"Hi"},{"role":"assi', [{ role: 'user', content: 'Hi' }]],
    [
      '[{"role":"user","content":"Hi"},{"role":"user","content":"By',
      [
        { role: 'user', content: 'Hi' },
        { role: 'user', content: 'By' },
      ],
    ],
    ['[{"role":"user","content":"a\\\\\\u00e', [{ role: 'user', content: 'a\\' }]],
    ['[{"role":"user","parts":[{"type":"te', [{ role: 'user', parts: [] }]],
    ['[{"name":"f","arguments":{"city":"Par', [{ name: 'f', arguments: { city: 'Par' } }]],
    ['[{"name":"f","arguments":{"city":tru', [{ name: 'f', arguments: {} }]],
  ])('is what is whole of it, and the words so far: %s', (text, value) => {
    expect(withoutStub(JSON.parse(closeJson(text) ?? ''))).toEqual(value);
  });

  test.each(['', 'Hi', '[{]', '[{"a":1}] [', '{"a":1}'])('is not %s', (text) => {
    expect(closeJson(text)).toBeUndefined();
  });
});

describe('histories that the limit of an SDK cut off', () => {
  const turns = [0, 1, 2].flatMap((turn) => [
    textMessage('user', `ask ${turn}, in a sentence`),
    textMessage('assistant', `answer ${turn}, in a sentence`),
  ]);
  /** Of each call's messages the first `length` characters. */
  const told = (length: number) =>
    linesOf(
      tellConversation(
        [0, 1, 2].map((turn) => {
          const whole = messagesOf(turns.slice(0, 2 * turn + 1), [turns[2 * turn + 1]]);
          const attributes = Object.fromEntries(
            Object.entries(whole).map(([key, text]) => [key, text.slice(0, length)]),
          );
          return call({ id: `0${turn}`, at: turn * 20, attributes });
        }),
      ),
    );
  const first = 'user: ask 0, in a sentence';
  const answers = [0, 1, 2].map((turn) => `assistant: answer ${turn}, in a sentence`);

  test.each([
    ['between two messages', 90],
    ['within a message that was told', 150],
  ])('%s are told as far as they go, once', (_, length) => {
    expect(told(length)).toEqual([first, ...answers]);
  });

  test('within a new message say what is left of it', () => {
    expect(told(215)).toEqual([first, answers[0], 'user: ask 1,', ...answers.slice(1)]);
  });

  test('may hold a NaN, as Python writes it', () => {
    const words =
      '[{"role":"tool","parts":[{"type":"tool_call_response","id":"c","response":{"mean":NaN,"high":NaN}}]},{"role":"user","con';
    const attributes = { 'gen_ai.input.messages': words };
    expect(linesOf(tellConversation([call({ id: '01', attributes })]))).toEqual([
      'tool: {"mean":"NaN","high":"NaN"}#c',
    ]);
  });

  test('hold words, not JSON', () => {
    expect(told(65)).toEqual([
      'user: ask 0, in a se',
      ...[0, 1, 2].map((turn) => `assistant: answer ${turn},`),
    ]);
  });

  test.each(['[{x', '{not JSON', "[{'role': 'user', 'content': 'Hi"])('are not words like %s', (words) => {
    const attributes = { 'gen_ai.input.messages': words };
    expect(linesOf(tellConversation([call({ id: '01', attributes })]))).toEqual([`user: ${words}`]);
  });
});
