import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';
import { answered, BODY, HISTORY, rained, step, typed } from '../testing/mastra-spans.ts';

describe("Mastra's spans", () => {
  const run = [
    chain({ id: '0f', ms: 120, attributes: typed('workflow_run', '{"city":"Rome"}', '{"summary":"Wet."}') }),
    agent({
      id: '00',
      parent: '0f',
      ms: 110,
      attributes: {
        ...typed('agent_run', 'Rain?', '{"text":"Wet.","files":[]}'),
        'gen_ai.system_instructions': 'Be brief.',
      },
    }),
    chain({
      id: '01',
      parent: '00',
      ms: 100,
      attributes: typed(
        'model_generation',
        '{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Rain?"}]}',
        '{"text":"Wet.","reasoning":[],"toolCalls":[]}',
      ),
    }),
    step({
      id: '02',
      at: 1,
      attributes: typed(
        'model_step',
        '[{"role":"user","content":"Rain?"}]',
        '{"text":"","toolCalls":[{"toolCallId":"c1","toolName":"rain","args":{"city":"Rome"}}]}',
      ),
    }),
    call({ id: '03', parent: '02', at: 2, attributes: answered('') }),
    tool({
      id: '04',
      parent: '02',
      at: 15,
      attributes: rained('{"city":"Rome"}'),
    }),
    step({
      id: '05',
      at: 40,
      attributes: {
        ...typed('model_step', HISTORY, '{"text":"Wet.","toolCalls":[]}'),
        'mastra.metadata.body': BODY,
      },
    }),
    call({ id: '06', parent: '05', at: 41, attributes: answered('Wet.') }),
  ];

  test('tell a run: a call that recorded no words is told by its step, thoughts by the provider’s answer', () => {
    const conversation = tellConversation(run);
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Rain?',
      'assistant: rain({"city":"Rome"})#c1',
      'tool: "wet"#c1',
      'assistant: Let me see.',
      'assistant: (Hm.) + Wet.',
    ]);
    expect(conversation.messages.map(({ usage }) => usage?.total_tokens ?? null)).toEqual([
      null,
      null,
      7,
      null,
      null,
      7,
    ]);
    expect(conversation.meta.total_tokens).toBe(14);
  });

  test('tell a later run whose steps leave out the calls of the earlier one', () => {
    const history = [
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'rain', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c1', toolName: 'rain', output: { type: 'text', value: 'wet' } },
        ],
      },
      { role: 'assistant', content: 'Wet.' },
      { role: 'user', content: 'Sure?' },
    ];
    const places = history.map(({ role, content }) => ({
      role,
      content:
        typeof content === 'string' ? content : role === 'tool' ? '[tool-result: rain]' : '[tool: rain]',
    }));
    const generation = (id: string, trace: string, at: number, messages: readonly unknown[]) =>
      chain({
        id,
        trace,
        at,
        ms: 100,
        attributes: typed('model_generation', JSON.stringify({ messages }), '{"text":""}'),
      });
    const later = [
      generation('11', 'b', 200, history),
      chain({
        id: '12',
        trace: 'b',
        parent: '11',
        at: 201,
        attributes: typed('model_step', JSON.stringify(places), '{"text":"Yes.","toolCalls":[]}'),
      }),
      call({ id: '13', trace: 'b', parent: '12', at: 202, attributes: answered('Yes.') }),
    ];
    const earlier = [
      generation('01', 'a', 0, history.slice(0, 1)),
      chain({
        id: '02',
        trace: 'a',
        parent: '01',
        attributes: typed(
          'model_step',
          JSON.stringify(places.slice(0, 1)),
          '{"text":"","toolCalls":[{"toolCallId":"c1","toolName":"rain","args":{}}]}',
        ),
      }),
      call({ id: '03', trace: 'a', parent: '02', at: 1, attributes: answered('') }),
      tool({
        id: '04',
        trace: 'a',
        parent: '02',
        at: 15,
        attributes: rained('{}'),
      }),
      step({
        id: '05',
        trace: 'a',
        at: 40,
        attributes: typed('model_step', JSON.stringify(places.slice(0, 3)), '{"text":"Wet."}'),
      }),
      call({ id: '06', trace: 'a', parent: '05', at: 41, attributes: answered('Wet.') }),
    ];
    const lines = [
      'user: Rain?',
      'assistant: rain({})#c1',
      'tool: "wet"#c1',
      'assistant: Wet.',
      'user: Sure?',
      'assistant: Yes.',
    ];
    expect(linesOf(tellConversation(later))).toEqual(lines);
    expect(linesOf(tellConversation([...earlier, ...later]))).toEqual(lines);
  });

  const image = { type: 'file', mediaType: 'image/png', data: 'data:image/png;base64,iVBO' };
  const generated = (content: unknown) => JSON.stringify({ messages: [{ role: 'user', content }] });
  const whole = (content: unknown) =>
    chain({ id: '01', ms: 100, attributes: typed('model_generation', generated(content), '{"text":""}') });

  test('tell the words of an answer with its calls, which its call leaves out', () => {
    const history =
      '[{"role":"user","content":"Rain?"},{"role":"assistant","content":"Let me see.[tool: rain]"}]';
    const conversation = tellConversation([
      whole('Rain?'),
      step({
        id: '02',
        at: 1,
        ms: 30,
        attributes: typed(
          'model_step',
          '[{"role":"user","content":"Rain?"}]',
          '{"text":"Let me see.","toolCalls":[{"toolCallId":"c1","toolName":"rain","args":{"city":"Rome"}}]}',
        ),
      }),
      call({ id: '03', parent: '02', at: 2, attributes: answered('Let me see.') }),
      tool({
        id: '04',
        parent: '02',
        at: 15,
        attributes: rained('{"city":"Rome"}'),
      }),
      step({ id: '05', at: 40, attributes: typed('model_step', history, '{"text":"Wet.","toolCalls":[]}') }),
      call({ id: '06', parent: '05', at: 41, attributes: answered('Wet.') }),
    ]);
    expect(linesOf(conversation)).toEqual([
      'user: Rain?',
      'assistant: Let me see. + rain({"city":"Rome"})#c1',
      'tool: "wet"#c1',
      'assistant: Wet.',
    ]);
    expect(conversation.messages[1]).toMatchObject({ model: 'test-model', usage: { total_tokens: 7 } });
    expect(conversation.messages[1]?.carried_by).toContain('03');
  });

  test('tell files once, for which a step has places alone, and links as words', () => {
    const asked = 'What is this? See ![image](https://e.test/)';
    const conversation = tellConversation([
      whole([{ type: 'text', text: asked }, image]),
      step({
        id: '02',
        attributes: typed(
          'model_step',
          JSON.stringify([{ role: 'user', content: `${asked}[file]` }]),
          '{"text":"Dots."}',
        ),
      }),
      call({ id: '03', parent: '02', at: 1, attributes: answered('Dots.') }),
    ]);
    expect(linesOf(conversation)).toEqual([`user: ${asked} + image image/png iVBO`, 'assistant: Dots.']);
  });

  test('tell no thought again that a history has as words, in the same trace or the next one', () => {
    const [rain, sure] = ['Rain?', 'Sure?'].map((content) => ({ role: 'user', content }));
    const wet = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Wet.' },
    ];
    const run = (trace: string, at: number, history: readonly unknown[], summary: readonly unknown[]) => [
      chain({
        id: `${trace}1`,
        trace,
        at,
        ms: 100,
        attributes: typed('model_generation', JSON.stringify({ messages: history }), '{"text":""}'),
      }),
      chain({
        id: `${trace}2`,
        trace,
        parent: `${trace}1`,
        at,
        attributes: {
          ...typed(
            'model_step',
            JSON.stringify(summary),
            trace === 'a' ? '{"text":"Wet.","toolCalls":[]}' : undefined,
          ),
          ...(trace === 'a' ? { 'mastra.metadata.body': BODY } : {}),
        },
      }),
    ];
    const first = [...run('a', 0, [rain], [rain]), call({ id: 'a3', trace: 'a', parent: 'a2', at: 1 })];
    const second = [
      ...run(
        'b',
        200,
        [rain, { role: 'assistant', content: wet }, sure],
        [rain, { role: 'assistant', content: 'Hm.Wet.' }, sure],
      ),
      call({ id: 'b3', trace: 'b', parent: 'b2', at: 201, attributes: answered('Yes.') }),
    ];
    const lines = ['user: Rain?', 'assistant: (Hm.) + Wet.', 'user: Sure?', 'assistant: Yes.'];
    expect(linesOf(tellConversation(second))).toEqual(lines);
    expect(linesOf(tellConversation([...first, ...second]))).toEqual(lines);
  });

  test('count calls once that only the loop around them counts', () => {
    const silent = { total_tokens: 0, total_cost: 0 };
    const spans = [
      call({ id: '00', ms: 50, attributes: { 'gen_ai.input.messages': '[{"role":"user","parts":[]}]' } }),
      call({ id: '01', parent: '00', at: 1, attributes: answered('One.'), span: silent }),
      call({ id: '02', parent: '00', at: 20, attributes: answered('Two.'), span: silent }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual(['assistant: One.', 'assistant: Two.']);
    expect(conversation.meta.total_tokens).toBe(7);
  });

  test('of older versions hold input and output under plain names', () => {
    const attributes = {
      'mastra.span.type': 'agent_run',
      input: 'Rain?',
      output: '{"text":"","object":{"mm":3}}',
    };
    expect(linesOf(conversationOfSpan(agent({ id: '01', attributes })))).toEqual([
      'user: Rain?',
      'assistant: {"mm":3}',
    ]);
    const used = {
      'mastra.span.type': 'tool_call',
      input: '{"city":"Rome"}',
      output: '"wet"',
      'gen_ai.tool.name': 'rain',
    };
    expect(
      linesOf(conversationOfSpan(tool({ id: '01', attributes: used, span: { tool_name: 'rain' } }))),
    ).toEqual(['assistant: rain({"city":"Rome"})#null', 'tool: "wet"#null']);
  });
});
