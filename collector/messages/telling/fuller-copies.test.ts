import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer } from '../testing/build-messages.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

describe('calls that a stream was recorded with without their arguments', () => {
  const asked = [textMessage('user', 'Oslo and Lima?')];
  const calls = (...cities: (string | null)[]) => ({
    role: 'assistant',
    parts: cities.map((city, at) => ({
      type: 'tool_call',
      id: `c${at}`,
      name: 'get_weather',
      arguments: city === null ? {} : { city },
    })),
  });
  const run = (id: string, at: number, city: string) =>
    tool({
      id,
      at,
      ms: 2,
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'get_weather',
        'traceloop.entity.input': JSON.stringify({ args: [], kwargs: { city } }),
        'traceloop.entity.output': JSON.stringify(`Fog in ${city}`),
      },
    });

  test('have those of the history that repeats them, and are found by their tools with these', () => {
    const history = [...asked, calls('Oslo', 'Lima')];
    const heard = [toolAnswer('c0', 'Fog in Oslo'), toolAnswer('c1', 'Fog in Lima')];
    const conversation = tellConversation([
      call({ id: '01', at: 0, attributes: messagesOf(asked, [calls(null, null)]) }),
      run('02', 12, 'Lima'),
      run('03', 16, 'Oslo'),
      call({
        id: '04',
        at: 30,
        attributes: messagesOf([...history, ...heard], [textMessage('assistant', 'Fog.')]),
      }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'user: Oslo and Lima?',
      'assistant: get_weather({"city":"Oslo"})#c0 + get_weather({"city":"Lima"})#c1',
      'tool: "Fog in Oslo"#c0',
      'tool: "Fog in Lima"#c1',
      'assistant: Fog.',
    ]);
    expect(conversation.messages[2]?.carried_by).toContain('03');
  });
});
