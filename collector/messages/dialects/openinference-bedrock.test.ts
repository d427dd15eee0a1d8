import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, linesOf } from '../testing/build-span.ts';

/* As OpenInference for JavaScript records Bedrock's Converse: of results it flattens the last one's id. */

const system = [{ text: 'Be brief.' }];
const question = { role: 'user', content: [{ text: 'Paris and Atlantis?' }] };
const use = (toolUseId: string, city: string) => ({
  toolUse: { toolUseId, name: 'weather', input: { city } },
});
const calls = { role: 'assistant', content: [use('t1', 'Paris'), use('t2', 'Atlantis')] };
const results = {
  role: 'user',
  content: [
    { toolResult: { toolUseId: 't1', content: [{ json: { c: 20 } }] } },
    { toolResult: { toolUseId: 't2', content: [{ text: 'No such city' }], status: 'error' } },
  ],
};
const picture = {
  role: 'user',
  content: [
    { text: 'And this?' },
    { image: { format: 'png', source: { bytes: { '0': 137, '1': 80, '2': 78 } } } },
  ],
};

const input = (index: number, path: string): string => `llm.input_messages.${index}.message.${path}`;
const flatCalls = (list: string): Record<string, string> =>
  Object.fromEntries(
    calls.content.flatMap(({ toolUse }, index) => {
      const at = `${list}.message.tool_calls.${index}.tool_call`;
      return [
        [`${at}.id`, toolUse.toolUseId],
        [`${at}.function.name`, toolUse.name],
        [`${at}.function.arguments`, JSON.stringify(toolUse.input)],
      ];
    }),
  );

const asked = {
  'llm.model_name': 'amazon',
  [input(0, 'role')]: 'system',
  [input(0, 'content')]: 'Be brief.',
  [input(1, 'role')]: 'user',
  [input(1, 'content')]: 'Paris and Atlantis?',
};
const answered = {
  ...asked,
  [input(2, 'role')]: 'assistant',
  ...flatCalls('llm.input_messages.2'),
  [input(3, 'role')]: 'user',
  [input(3, 'tool_call_id')]: 't2',
};
const request = (...messages: readonly object[]): string =>
  JSON.stringify({ modelId: 'eu.amazon.nova-pro-v1:0', messages, system });
const says = (text: string): Record<string, string> => ({
  'output.value': JSON.stringify({ output: { message: { role: 'assistant', content: [{ text }] } } }),
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': text,
});

test('all results of a message are told beside their calls, and pictures in later histories once', () => {
  const conversation = tellConversation([
    call({
      id: '01',
      at: 1,
      attributes: {
        ...asked,
        'input.value': request(question),
        'output.value': JSON.stringify({ output: { message: calls }, stopReason: 'tool_use' }),
        'llm.output_messages.0.message.role': 'assistant',
        ...flatCalls('llm.output_messages.0'),
      },
    }),
    call({
      id: '02',
      at: 2,
      attributes: { ...answered, 'input.value': request(question, calls, results), ...says('Paris 20.') },
    }),
    call({
      id: '03',
      at: 3,
      attributes: {
        ...answered,
        [input(4, 'role')]: 'assistant',
        [input(4, 'content')]: 'Paris 20.',
        [input(5, 'role')]: 'user',
        [input(5, 'contents.0.message_content.type')]: 'text',
        [input(5, 'contents.0.message_content.text')]: 'And this?',
        [input(5, 'contents.1.message_content.type')]: 'image',
        [input(5, 'contents.1.message_content.image.image.url')]: 'data:image/png;base64,iVBO',
        'input.value': request(
          question,
          calls,
          results,
          { role: 'assistant', content: [{ text: 'Paris 20.' }] },
          picture,
        ),
        ...says('A dot.'),
      },
    }),
  ]);
  expect(linesOf(conversation)).toEqual([
    'system: Be brief.',
    'user: Paris and Atlantis?',
    'assistant: weather({"city":"Paris"})#t1 + weather({"city":"Atlantis"})#t2',
    'tool: {"c":20}#t1',
    'tool: failed "No such city"#t2',
    'assistant: Paris 20.',
    'user: And this? + image image/png iVBO',
    'assistant: A dot.',
  ]);
});
