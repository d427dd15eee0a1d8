import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

/** As `@traceloop/instrumentation-llamaindex` 0.27 records an agent of LlamaIndex.TS 0.12. */
describe('LlamaIndex.TS, of whose messages OpenLLMetry writes the words alone,', () => {
  const scope = '@traceloop/instrumentation-llamaindex';
  const asked = [textMessage('system', 'Be brief.'), textMessage('user', 'Oslo and Lima?')];
  const called = textMessage('assistant', '');
  const heard = [
    textMessage('user', '{\n  celsius: 4,\n  sky: light rain\n}'),
    textMessage('user', 'Error: Error: No such city'),
  ];
  const said = textMessage('assistant', 'Oslo has 4 °C.');
  const calls = [
    call({ id: '01', at: 0, scope, attributes: messagesOf(asked, [called]) }),
    call({ id: '04', at: 30, scope, attributes: messagesOf([...asked, called, ...heard], [said]) }),
  ];
  const begin = ['system: Be brief.', 'user: Oslo and Lima?'];

  test('tells what tools answered as theirs', () => {
    expect(linesOf(tellConversation(calls))).toEqual([
      ...begin,
      `tool: ${JSON.stringify('{\n  celsius: 4,\n  sky: light rain\n}')}#null`,
      'tool: "Error: Error: No such city"#null',
      'assistant: Oslo has 4 °C.',
    ]);
  });

  test('leaves to a person what follows words', () => {
    const asks = textMessage('user', 'And Rome?');
    const spans = [call({ id: '01', scope, attributes: messagesOf([...asked, said, asks], [called]) })];
    expect(linesOf(tellConversation(spans)).at(-1)).toBe('user: And Rome?');
  });

  test('tells an answer once, as its tool gave it, though its model heard it without quotation marks', () => {
    const ran = tool({
      id: '02',
      at: 12,
      ms: 2,
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'get_weather',
        'traceloop.entity.input': '{"args":[],"kwargs":{"city":"Oslo"}}',
        'traceloop.entity.output': '{"celsius":4,"sky":"light rain"}',
      },
    });
    const conversation = tellConversation([calls[0]!, ran, calls[1]!]);
    expect(linesOf(conversation)).toEqual([
      ...begin,
      'assistant: get_weather({"city":"Oslo"})#null',
      'tool: {"celsius":4,"sky":"light rain"}#null',
      'tool: "Error: Error: No such city"#null',
      'assistant: Oslo has 4 °C.',
    ]);
  });
});
