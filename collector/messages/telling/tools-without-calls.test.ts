import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer } from '../testing/build-messages.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

describe('tools that no message called', () => {
  const asked = [textMessage('user', 'Weather?')];
  const run = (id: string, at: number, callId: string, city: string) =>
    tool({
      id,
      at,
      ms: 5,
      parent: '00',
      attributes: {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': callId,
        'gen_ai.tool.call.arguments': JSON.stringify({ city }),
        'gen_ai.tool.call.result': '{"temp":18}',
      },
    });

  test('answer once, though histories hold their answers without ids', () => {
    const answer = (response: unknown) => toolAnswer('', response);
    const spans = [
      call({ id: '01', at: 0, attributes: messagesOf(asked, []) }),
      run('02', 12, 'c1', 'Paris'),
      call({ id: '03', at: 20, attributes: messagesOf([...asked, answer({ temp: 18 })], []) }),
      run('04', 32, 'c2', 'London'),
      call({
        id: '05',
        at: 40,
        attributes: messagesOf(
          [...asked, answer({ temp: 18 }), answer({ temp: 18 })],
          [textMessage('assistant', 'Warm.')],
        ),
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual([
      'user: Weather?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: get_weather({"city":"London"})#c2',
      'tool: {"temp":18}#c2',
      'assistant: Warm.',
    ]);
    expect(conversation.messages[2]?.carried_by).toContain('02');
  });

  test('but ran inside of a call come before its answer, if that ended the turn', () => {
    const said = (finishReason: string) =>
      linesOf(
        tellConversation([
          call({
            id: '00',
            ms: 100,
            attributes: messagesOf(asked, [textMessage('assistant', 'A moment.')]),
            span: { finish_reasons: [finishReason] },
          }),
          run('01', 12, 'c1', 'Paris'),
        ]),
      );
    const used = ['assistant: get_weather({"city":"Paris"})#c1', 'tool: {"temp":18}#c1'];
    expect(said('STOP')).toEqual(['user: Weather?', ...used, 'assistant: A moment.']);
    expect(said('tool_calls')).toEqual(['user: Weather?', 'assistant: A moment.', ...used]);
  });
});
