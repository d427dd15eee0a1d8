import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, event, linesOf } from '../testing/build-span.ts';

const attributes = {
  'langtrace.sdk.name': '@langtrase/typescript-sdk',
  'gen_ai.request.tools': '[{"type":"function","function":{"name":"weather","description":"Tells it."}}]',
};
const answered = (content: string) =>
  call({
    id: '01',
    attributes,
    events: [
      event('gen_ai.content.prompt', { 'gen_ai.prompt': '[{"role":"user","content":"Rain in Rome?"}]' }),
      event('gen_ai.content.completion', {
        'gen_ai.completion': JSON.stringify([{ role: 'assistant', content }]),
      }),
    ],
  });

test('tools stand under a key of its own', () => {
  expect(conversationOfSpan(answered('It is wet.')).tools).toEqual([
    { name: 'weather', description: 'Tells it.', parameters: null },
  ]);
});

test('calls that stand for the words of an answer are calls, other JSON is what was said', () => {
  const one = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } };
  const { messages } = conversationOfSpan(answered(JSON.stringify([one])));
  expect(messages.at(-1)?.parts).toMatchObject([
    { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } },
  ]);
  expect(messages).toHaveLength(2);
  const lines = linesOf(conversationOfSpan(answered('[{"id":"c1"}]')));
  expect(lines).toEqual(['user: Rain in Rome?', 'assistant: [{"id":"c1"}]']);
});
