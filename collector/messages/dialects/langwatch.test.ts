import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';

const typed = (type: string, value: unknown): string => JSON.stringify({ type, value });
const rain = { id: 'c1', type: 'function', function: { name: 'rain', arguments: '{"city":"Rome"}' } };
const asked = [{ role: 'user', content: 'Rain?' }];
const called = { role: 'assistant', content: null, tool_calls: [rain] };

test("LangWatch's spans tell one conversation", () => {
  const answer = { role: 'tool', tool_call_id: 'c1', content: 'wet' };
  const spans = [
    agent({
      id: '01',
      ms: 90,
      attributes: { 'langwatch.input': typed('text', 'Rain?'), 'langwatch.output': typed('text', 'Yes.') },
    }),
    call({
      id: '02',
      parent: '01',
      at: 10,
      ms: 10,
      attributes: {
        'langwatch.input': typed('chat_messages', asked),
        'langwatch.output': typed('chat_messages', [called]),
      },
    }),
    tool({
      id: '03',
      parent: '01',
      at: 30,
      ms: 10,
      span: { tool_name: 'rain' },
      attributes: {
        'langwatch.input': typed('json', { city: 'Rome' }),
        'langwatch.output': typed('text', 'wet'),
      },
    }),
    call({
      id: '04',
      parent: '01',
      at: 50,
      ms: 10,
      attributes: {
        'langwatch.input': typed('chat_messages', [...asked, called, answer]),
        'langwatch.output': typed('list', [{ type: 'text', value: 'Yes.' }]),
      },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Rain?',
    'assistant: rain({"city":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: Yes.',
  ]);
});

test('what a search found is told where its SDK for Python keeps it, too', () => {
  const found = typed('json', [{ chunk_id: 'k', content: { title: 'Rome' } }]);
  const attributes = { 'langwatch.rag_contexts': found, 'langwatch.output': typed('text', 'Rome') };
  expect(linesOf(tellConversation([chain({ id: '01', attributes })]))).toEqual([
    'assistant: documents=[{"id":"k","content":"{\\"title\\":\\"Rome\\"}","score":null,"metadata":null}]',
  ]);
});
