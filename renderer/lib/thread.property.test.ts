import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessagePart } from '../../collector/contract/messages.ts';
import { message } from '../testing/builders.ts';
import { buildThread, type ToolCallPart, type ToolResponsePart } from './thread.ts';

const id = fc.constantFrom(null, 'a', 'b');
const call = fc.record<ToolCallPart>({
  type: fc.constant('tool_call'),
  id,
  name: fc.constantFrom('x', 'y', 'z'),
  arguments: fc.constant(null),
});
const result = fc.record<ToolResponsePart>({
  type: fc.constant('tool_call_response'),
  id,
  name: fc.constantFrom(null, 'x', 'y'),
  response: fc.constant(null),
  is_error: fc.constant(false),
});
const conversation = fc
  .array(fc.array(fc.oneof(call, result), { maxLength: 4 }), { maxLength: 12 })
  .map((parts) => parts.map((said, n) => message(String(n), 'assistant', 's', said)));

/** Which result each call has, found by looking through all results for each call: first by id, then by what else may match. */
function pairsOneByOne(messages: readonly Message[]): Map<MessagePart, MessagePart> {
  const parts = messages.flatMap((one) => one.parts);
  const calls = parts.filter((part) => part.type === 'tool_call');
  const results = new Set(parts.filter((part) => part.type === 'tool_call_response'));
  const pairs = new Map<MessagePart, MessagePart>();
  const pairWith = (mayMatch: (of: ToolCallPart, one: ToolResponsePart) => boolean): void => {
    for (const one of calls) {
      const found = pairs.has(one) ? undefined : [...results].find((other) => mayMatch(one, other));
      if (found === undefined) continue;
      pairs.set(one, found);
      results.delete(found);
    }
  };
  pairWith((one, other) => one.id !== null && one.id === other.id);
  pairWith(
    (one, other) =>
      (one.id === null || other.id === null) && (other.name === null || other.name === one.name),
  );
  return pairs;
}

test('each call has the first result that is left for it, by id and then by name', () => {
  fc.assert(
    fc.property(conversation, (messages) => {
      const tools = buildThread(messages).filter((entry) => entry.kind === 'tool');
      const pairs = tools.flatMap(({ call: called, response }) =>
        called === null || response === null ? [] : [[called, response] as const],
      );
      const expected = pairsOneByOne(messages);
      expect(pairs).toHaveLength(expected.size);
      for (const [called, response] of pairs) expect(expected.get(called)).toBe(response);
    }),
    { numRuns: 1000 },
  );
});

test('results whose names no call has are not gone through for each call', () => {
  const count = 1000;
  let looks = 0;
  const result: ToolResponsePart = {
    type: 'tool_call_response',
    id: null,
    get name() {
      looks += 1;
      return 'other';
    },
    response: null,
    is_error: false,
  };
  const call: ToolCallPart = { type: 'tool_call', id: null, name: 'own', arguments: null };
  const many = (part: MessagePart): MessagePart[] => Array.from({ length: count }, () => part);
  const entries = buildThread([
    message('1', 'assistant', 's', many(call)),
    message('2', 'tool', 's', many(result)),
  ]);
  expect(entries).toHaveLength(1 + 2 * count);
  expect(looks).toBeLessThan(10 * count);
});
