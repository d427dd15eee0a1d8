import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from './conversation.ts';
import { call, linesOf } from './testing/build-span.ts';

const linesFor = (message: unknown, scope = 'app'): readonly string[] => {
  const attributes = { 'gen_ai.input.messages': JSON.stringify([message]) };
  return linesOf(conversationOfSpan(call({ id: '01', scope, attributes })));
};

describe.each(['constructor', 'toString', '__proto__'])(
  '%s, which all objects have, is a name as any',
  (name) => {
    test('of a scope', () => {
      const message = { role: 'user', parts: [{ type: 'text', content: 'Hello' }] };
      expect(linesFor(message, name)).toEqual(['user: Hello']);
    });

    test("of the format of Bedrock's media", () => {
      const content = [{ image: { format: name, source: { bytes: 'AA' } } }];
      expect(linesFor({ role: 'user', content })).toEqual([`user: image image/${name} AA`]);
    });

    test('of the type of a message beside its data, as LangChain has them', () => {
      const message = { type: name, data: { content: 'Hello' } };
      expect(linesFor(message)).toEqual([`user: ${name}=${JSON.stringify(message)}`]);
    });
  },
);
