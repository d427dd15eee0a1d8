import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, chain, linesOf, talk, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

test("a tool's use is that of the model's call which its metadata names, whatever the function is called", () => {
  const spans = [
    chain({
      id: '00',
      ms: 100,
      attributes: { 'lmnr.span.input': '{"message":"List files"}', 'lmnr.span.output': '"a.txt"' },
    }),
    call({
      id: '01',
      parent: '00',
      at: 1,
      attributes: {
        ...talk([['user', 'List files']]),
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 't1', name: 'terminal', arguments: { command: 'ls' } }],
          },
        ]),
      },
    }),
    tool({
      id: '02',
      parent: '00',
      at: 20,
      name: 'TerminalAction',
      attributes: {
        'lmnr.span.input': '{"action":{"command":"ls"}}',
        'lmnr.span.output': '"a.txt"',
        'lmnr.association.properties.metadata.tool_call_id': 't1',
      },
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: List files',
    'assistant: terminal({"command":"ls"})#t1',
    'tool: "a.txt"#t1',
  ]);
});

test('what a function took and gave is kept, whatever it is', () => {
  const attributes = { 'lmnr.span.input': '[1, "tok-1"]', 'lmnr.span.output': '{"a": {"b": "tok-2"}}' };
  expect(toldTokens(conversationOfSpan(chain({ id: '01', attributes })))).toEqual(tokensIn(attributes));
});
