import { describe, expect, test } from 'vitest';
import type { AttributeValue } from '../../decode/records.ts';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, event, linesOf, log, tool } from '../testing/build-span.ts';

const asked = [event('gen_ai.user.message', { content: '[{"text":"Rain?"}]' })];

test.each([
  ['as text', 'Be brief.'],
  ['as JSON', '"Be brief."'],
  ['as blocks', '[{"text":"Be brief."}]'],
])('the prompt of a Strands agent is read %s', (_, system_prompt) => {
  const spoken = agent({ id: '01', attributes: { system_prompt }, events: asked });
  expect(linesOf(conversationOfSpan(spoken))).toEqual(['system: Be brief.', 'user: Rain?']);
});

test('the events of the conventions go before it', () => {
  const events = [event('gen_ai.system.message', { content: '[{"text":"From an event."}]' }), ...asked];
  const spoken = agent({ id: '01', attributes: { system_prompt: 'Be brief.' }, events });
  expect(linesOf(conversationOfSpan(spoken))).toEqual(['system: From an event.', 'user: Rain?']);
});

test('the input of a graph is what its span has', () => {
  const graph = agent({ id: '01', attributes: { 'gen_ai.agent.input': 'Rain?' } });
  expect(linesOf(conversationOfSpan(graph))).toEqual(['user: Rain?']);
});

describe("what AWS's distribution moves from the span to a log record", () => {
  const map = (fields: Record<string, AttributeValue>): AttributeValue => new Map(Object.entries(fields));
  const message = (role: string, content: Record<string, string>) => map({ role, content: map(content) });
  const moved = (input: readonly AttributeValue[], output: readonly AttributeValue[]) =>
    log(
      'strands.telemetry.tracer',
      map({ input: map({ messages: input }), output: map({ messages: output }) }),
    );

  const asked = message('user', { content: '[{"text":"Rain?"}]' });
  const use = '[{"toolUse":{"toolUseId":"t1","name":"get_rain","input":{"city":"Rome"}}}]';
  const result = '[{"toolResult":{"toolUseId":"t1","status":"success","content":[{"text":"dry"}]}}]';
  const calls = message('assistant', { message: use, finish_reason: 'tool_use' });
  const answer = message('assistant', { message: '[{"text":"No."}]', finish_reason: 'end_turn' });

  test('is told as its events were', () => {
    const ran = [
      message('tool', { role: 'tool', content: '{"city":"Rome"}', id: 't1' }),
      message('assistant', { message: '[{"text":"dry"}]', id: 't1' }),
    ] as const;
    const history = message('assistant', { content: use });
    const spans = [
      agent({ id: '01', ms: 90, logs: [moved([asked], [answer])] }),
      call({ id: '02', parent: '01', at: 1, logs: [moved([asked], [calls])] }),
      tool({
        id: '03',
        parent: '01',
        at: 20,
        span: { tool_name: 'get_rain' },
        logs: [moved([ran[0]], [ran[1]])],
      }),
      call({
        id: '04',
        parent: '01',
        at: 40,
        logs: [moved([asked, message('tool', { content: result })], [history, answer])],
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Rain?',
      'assistant: get_rain({"city":"Rome"})#t1',
      'tool: "dry"#t1',
      'assistant: No.',
    ]);
  });

  test('is left where it is no event of Strands', () => {
    const text = map({ role: 'user', content: 'Rain?' });
    for (const body of [moved([text], [text]), moved([], []), log('', map({ input: 'Rain?' }))])
      expect(conversationOfSpan(agent({ id: '01', logs: [body] })).messages).toEqual([]);
  });
});
