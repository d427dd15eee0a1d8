import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

describe('a tool that ran before', () => {
  const asked = textMessage('user', 'Weather?');
  const called = weatherCalls(['c1', 'Paris']);
  const ran = tool({
    id: '02',
    at: 0,
    ms: 5,
    attributes: {
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"Paris"}',
      'gen_ai.tool.call.result': '{"temp":18}',
    },
  });

  test('the call whose history tells its use, since a person allowed it first, is told once', () => {
    const done = textMessage('assistant', 'Warm.');
    const history = [asked, called, toolAnswer('c1', { temp: 18 })];
    const later = call({ id: '03', at: 40, attributes: messagesOf(history, [done]) });
    expect(linesOf(tellConversation([ran, later]))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: Warm.',
    ]);
  });

  test('the only call of its id, by the clock of another machine, answers it', () => {
    const first = call({ id: '01', at: 500, ms: 100, attributes: messagesOf([asked], [called]) });
    expect(linesOf(tellConversation([ran, first]))).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
    ]);
  });
});
