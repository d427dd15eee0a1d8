import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

const values = (inputs: unknown, outputs: unknown) => ({
  'mlflow.spanInputs': JSON.stringify(inputs),
  'mlflow.spanOutputs': JSON.stringify(outputs),
});

test.each([
  [
    'of a call',
    call,
    values(
      { messages: [{ role: 'user', content: 'tok-1' }] },
      { choices: [{ message: { role: 'assistant', content: 'tok-2' } }] },
    ),
  ],
  [
    'of a function that took a request',
    chain,
    values({ request: { messages: [{ role: 'user', content: 'tok-1' }] } }, 'tok-2'),
  ],
  ['of any function', chain, values({ a: 'tok-1', b: ['tok-2'] }, { c: 'tok-3' })],
  ['of a call in no known form', call, values({ x: { y: 'tok-1' } }, [{ z: 'tok-2' }])],
  ['of a tool', tool, values({ at: 'tok-1' }, { light: 'tok-2' })],
])('inputs and outputs %s are told', (_what, make, attributes) => {
  expect(toldTokens(conversationOfSpan(make({ id: '01', attributes })))).toEqual(tokensIn(attributes));
});

test("a LangChain tool's message names its call", () => {
  const attributes = values('{"at":"it"}', {
    type: 'tool',
    content: 'dark',
    name: 'see',
    tool_call_id: 'c1',
    status: 'success',
  });
  expect(linesOf(conversationOfSpan(tool({ id: '01', attributes, span: { tool_name: 'see' } })))).toEqual([
    'assistant: see({"at":"it"})#c1',
    'tool: "dark"#c1',
  ]);
});

test('the chat attributes of older versions complete what the inputs do not say', () => {
  const attributes = {
    'mlflow.spanInputs': '{"x":1}',
    'mlflow.spanOutputs': '"Hello."',
    'mlflow.chat.messages': JSON.stringify([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
    ]),
    'mlflow.chat.tools': '[{"type":"function","function":{"name":"see"}}]',
  };
  const conversation = conversationOfSpan(call({ id: '01', attributes }));
  expect(linesOf(conversation)).toEqual(['system: Be brief.', 'user: Hi', 'assistant: Hello.']);
  expect(conversation.tools.map(({ name }) => name)).toEqual(['see']);
});
