import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';
import { answered, typed } from '../testing/mastra-spans.ts';

const stored = (role: string, part: unknown) => ({ id: role, role, content: { format: 2, parts: [part] } });
const question = stored('user', { type: 'text', text: 'Rain?' });
const failure = stored('assistant', { type: 'error', error: { name: 'ApiError', message: 'No quota.' } });
const kept = (input: readonly unknown[], output?: readonly unknown[]) =>
  typed(
    'memory_operation',
    JSON.stringify({ messages: input }),
    JSON.stringify(output ? { messages: output } : {}),
  );

test("what Mastra's memory keeps of a chat that failed is told once, and why by the run that failed", () => {
  const spans = [
    agent({ id: '00', ms: 90, error: 'No quota.', attributes: typed('agent_run', 'Rain?', '{"text":""}') }),
    chain({ id: '01', parent: '00', at: 1, attributes: kept([question]) }),
    chain({ id: '02', parent: '00', at: 80, attributes: kept([failure], [question, failure]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Rain?', 'assistant: TestError! No quota.']);
});

/** As version 1.71 writes the turn that follows one in which a sub-agent answered, with what its exporter leaves of the answer. */
function remembered(result: unknown) {
  const toolCall = { type: 'tool-call', toolCallId: 'c1', toolName: 'agent-sub', input: { prompt: 'Rain?' } };
  const output = { type: 'json', value: { text: 'Wet.', tools: [{ id: '[MaxDepth]' }] } };
  const history = [
    { role: 'user', content: 'Ask it.' },
    { role: 'assistant', content: [toolCall] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'agent-sub', output }] },
    { role: 'assistant', content: 'It is wet.' },
    { role: 'user', content: 'Thanks.' },
  ];
  const summary =
    '[{"role":"user","content":"Ask it."},{"role":"assistant","content":"[tool: agent-sub]"},' +
    '{"role":"tool","content":"Wet."},{"role":"assistant","content":"It is wet."},{"role":"user","content":"Thanks."}]';
  const asked =
    '{"text":"","toolCalls":[{"toolCallId":"c1","toolName":"agent-sub","args":{"prompt":"Rain?"}}]}';
  const first = (id: string) => ({ id: `a${id}`, trace: 'a1', parent: 'a0' });
  const second = (id: string) => ({ id: `b${id}`, trace: 'b1', parent: 'b0' });
  const generation = (messages: readonly unknown[], text: string) =>
    typed('model_generation', JSON.stringify({ messages }), JSON.stringify({ text }));
  const use = { toolCallId: 'c1', toolName: 'agent-sub', args: { prompt: 'Rain?' }, state: 'result' };
  const invocation = { type: 'tool-invocation', toolInvocation: { ...use, result: { text: '[MaxDepth]' } } };
  return [
    chain({ id: 'a0', trace: 'a1', ms: 90, attributes: generation(history.slice(0, 1), 'It is wet.') }),
    chain({
      ...first('1'),
      at: 1,
      ms: 30,
      attributes: typed('model_step', '[{"role":"user","content":"Ask it."}]', asked),
    }),
    call({ id: 'a2', trace: 'a1', parent: 'a1', at: 2, ms: 2, attributes: answered('') }),
    tool({
      ...first('3'),
      at: 5,
      ms: 10,
      attributes: {
        'mastra.span.type': 'tool_call',
        'gen_ai.tool.name': 'agent-sub',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"prompt":"Rain?"}',
        'gen_ai.tool.call.result': JSON.stringify(result),
      },
    }),
    call({ ...first('4'), at: 40, ms: 20, attributes: answered('It is wet.') }),
    chain({ id: 'b0', trace: 'b1', at: 200, ms: 90, attributes: generation(history, 'Bye.') }),
    chain({ ...second('1'), at: 201, ms: 30, attributes: typed('model_step', summary, '{"text":"Bye."}') }),
    call({ id: 'b2', trace: 'b1', parent: 'b1', at: 202, ms: 2, attributes: answered('Bye.') }),
    chain({
      ...second('3'),
      at: 250,
      attributes: kept(
        [stored('assistant', { type: 'text', text: 'Bye.' })],
        [stored('assistant', invocation)],
      ),
    }),
  ];
}

test("a sub-agent's answer is told once in a session, however a later turn remembers it", () => {
  const result = { text: 'Wet.', tools: [{ id: 'c2' }] };
  expect(linesOf(tellConversation(remembered(result)))).toEqual([
    'user: Ask it.',
    'assistant: agent-sub({"prompt":"Rain?"})#c1',
    `tool: ${JSON.stringify(result)}#c1`,
    'assistant: It is wet.',
    'user: Thanks.',
    'assistant: Bye.',
  ]);
});

test('a turn that failed is told by what was to be asked, not by its memory and its processors', () => {
  const asked = '[{"role":"user","content":"Rain?"}]';
  const earlier = stored('user', { type: 'text', text: 'Snow?' });
  const looked = JSON.stringify({ messages: [question] });
  const spans = [
    agent({ id: '00', ms: 90, error: 'No quota.', attributes: typed('agent_run', 'Rain?') }),
    chain({ id: '01', parent: '00', at: 1, attributes: typed('processor_run', looked) }),
    chain({
      id: '02',
      parent: '00',
      at: 20,
      ms: 50,
      attributes: typed('model_generation', `{"messages":${asked}}`),
    }),
    chain({ id: '03', parent: '02', at: 21, attributes: typed('model_step', asked) }),
    chain({ id: '04', parent: '00', at: 80, attributes: kept([failure], [earlier, question, failure]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Rain?', 'assistant: TestError! No quota.']);
});
