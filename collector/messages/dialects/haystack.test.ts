import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf } from '../testing/build-span.ts';

const message = (role: string, ...content: readonly object[]) => ({ role, meta: {}, name: null, content });
const user = message('user', { text: 'Rain?' });
const origin = { tool_name: 'rain', arguments: { at: 'Rome' }, id: 'c1' };
const asking = message('assistant', { tool_call: origin });
const answering = message('tool', {
  tool_call_result: { result: 'wet', origin, error: true },
});
const last = message('assistant', { text: 'Yes.' });

const sides = (side: string, input: unknown, output: unknown) => ({
  [`${side}.input`]: JSON.stringify(input),
  [`${side}.output`]: JSON.stringify(output),
});

test("an agent's steps and its tools are one conversation", () => {
  const component = 'haystack.component';
  const spans = [
    agent({
      id: '00',
      ms: 100,
      attributes: sides(
        'haystack.agent',
        { messages: [user] },
        { messages: [user, asking, answering, last] },
      ),
    }),
    call({
      id: '01',
      parent: '00',
      at: 1,
      attributes: sides(component, { messages: [user] }, { replies: [asking] }),
    }),
    chain({
      id: '02',
      parent: '00',
      at: 20,
      attributes: sides(component, { messages: [asking] }, { tool_messages: [answering] }),
    }),
    call({
      id: '03',
      parent: '00',
      at: 40,
      attributes: sides(component, { messages: [user, asking, answering] }, { replies: [last] }),
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Rain?',
    'assistant: rain({"at":"Rome"})#c1',
    'tool: failed "wet"#c1',
    'assistant: Yes.',
  ]);
});

test('a picture and what a component takes that is no message', () => {
  const picture = message('user', { image: { base64_image: 'AAAA', mime_type: 'image/png' } });
  const attributes = sides('haystack.component', { messages: [picture] }, { documents: [{ content: 'x' }] });
  expect(linesOf(conversationOfSpan(chain({ id: '01', attributes })))).toEqual([
    'user: image image/png AAAA',
    'assistant: null={"documents":[{"content":"x"}]}',
  ]);
});

test('the offered tools are told', () => {
  const tools = [{ type: 'haystack.tools.tool.Tool', data: { name: 'rain', parameters: {} } }];
  const attributes = sides('haystack.component', { messages: [user], tools }, { replies: [last] });
  expect(conversationOfSpan(call({ id: '01', attributes })).tools).toEqual([
    { name: 'rain', description: null, parameters: {} },
  ]);
});
