import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';

const asked = textMessage('user', 'Weather?');
const called = weatherCalls(['c1', 'Paris']);
const use = {
  'gen_ai.tool.name': 'get_weather',
  'gen_ai.tool.call.id': 'c1',
  'gen_ai.tool.call.arguments': '{"city":"Paris"}',
};

test("the failure of a tool's run is the tool's, by either name of its call's id", () => {
  for (const id of ['gen_ai.tool.call.id', 'tool.call_id']) {
    const failed = { error: 'Tool execution failed', span: { has_error: true } };
    const spans = [
      call({ id: '01', attributes: messagesOf([asked], [called]) }),
      tool({ id: '02', at: 20, ms: 20, ...failed, attributes: use }),
      chain({ id: '03', parent: '02', at: 22, ms: 10, ...failed, attributes: { [id]: 'c1' } }),
      call({
        id: '04',
        at: 60,
        attributes: messagesOf(
          [asked, called, toolAnswer('c1', 'No such city: Tool execution failed')],
          [textMessage('assistant', 'Sorry.')],
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: failed "No such city: Tool execution failed"#c1',
      'assistant: Sorry.',
    ]);
  }
});
