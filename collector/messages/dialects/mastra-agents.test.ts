import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';
import { answered, typed } from '../testing/mastra-spans.ts';

const ASKED = '{"prompt":"Rain in Rome?"}';
const RESULT = '{"text":"It rains in Rome.","subAgentThreadId":"t1"}';

/** As version 1.71 writes a supervisor and a sub-agent: what `answer` holds is the next step's history of the call. */
function supervised(answer: string) {
  const start = '{"role":"system","content":"Supervise."},{"role":"user","content":"Rain?"}';
  const step = (id: string, parent: string, at: number, input: string, output: string) =>
    chain({ id, parent, at, ms: 20, attributes: typed('model_step', `[${input}]`, output) });
  const generation = (id: string, parent: string, at: number, input: string, output: string) =>
    chain({
      id,
      parent,
      at,
      ms: 90 - at,
      attributes: typed('model_generation', `{"messages":[${input}]}`, output),
    });
  const inner = '{"role":"system","content":"Tell the weather."},{"role":"user","content":"Rain in Rome?"}';
  const words = '{"text":"It rains in Rome.","toolCalls":[]}';
  const asks = `{"text":"","toolCalls":[{"toolCallId":"c1","toolName":"agent-weather","args":${ASKED}}]}`;
  return [
    agent({ id: '00', ms: 100, attributes: typed('agent_run', 'Rain?', '{"text":"Yes, it does."}') }),
    generation('01', '00', 1, start, '{"text":"Yes, it does."}'),
    step('02', '01', 2, start, asks),
    call({ id: '03', parent: '02', at: 3, ms: 2, attributes: answered('') }),
    tool({
      id: '04',
      parent: '02',
      at: 6,
      ms: 14,
      attributes: {
        'mastra.span.type': 'tool_call',
        'gen_ai.tool.name': 'agent-weather',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': ASKED,
        'gen_ai.tool.call.result': RESULT,
      },
    }),
    agent({
      id: '05',
      parent: '04',
      at: 7,
      attributes: typed('agent_run', '[{"role":"user","content":"Rain in Rome?"}]', words),
    }),
    generation('06', '05', 7, inner, words),
    step('07', '06', 8, inner, words),
    call({ id: '08', parent: '07', at: 9, ms: 2, attributes: answered('It rains in Rome.') }),
    step(
      '09',
      '01',
      40,
      `${start},{"role":"assistant","content":"[tool: agent-weather]"},{"role":"tool","content":"${answer}"}`,
      '{"text":"Yes, it does.","toolCalls":[]}',
    ),
    call({ id: '0a', parent: '09', at: 41, ms: 2, attributes: answered('Yes, it does.') }),
  ];
}

const TOLD = [
  'system: Supervise.',
  'user: Rain?',
  `assistant: agent-weather(${ASKED})#c1`,
  'system: Tell the weather.',
  'user: Rain in Rome?',
  'assistant: It rains in Rome.',
  `tool: ${RESULT}#c1`,
];

test("a sub-agent's answer, of which the next step has the words alone, is told once", () => {
  expect(linesOf(tellConversation(supervised('It rains in Rome.')))).toEqual([
    ...TOLD,
    'assistant: Yes, it does.',
  ]);
});

test('another answer that a step alone has is told as well', () => {
  expect(linesOf(tellConversation(supervised('It snows.')))).toEqual([
    ...TOLD,
    'tool: "It snows."#null',
    'assistant: Yes, it does.',
  ]);
});

test('the call of an answer without words counts its tokens, where no other call of the trace said a word', () => {
  const asks = '{"toolCallId":"c1","toolName":"pick","args":{"hint":"warm"}}';
  const picked = '{"toolName":"pick","toolCallId":"c1","toolInput":{"hint":"warm"}}';
  const conversation = tellConversation([
    agent({ id: '00', ms: 100, attributes: typed('agent_run', 'Pick.', '{"text":"","files":[]}') }),
    chain({
      id: '01',
      parent: '00',
      at: 1,
      ms: 80,
      attributes: typed(
        'model_generation',
        '{"messages":[{"role":"user","content":"Pick."}]}',
        `{"text":"","toolCalls":[${asks}]}`,
      ),
    }),
    chain({
      id: '02',
      parent: '01',
      at: 2,
      ms: 70,
      attributes: typed(
        'model_step',
        '[{"role":"user","content":"Pick."}]',
        `{"text":"","toolCalls":[${asks}]}`,
      ),
    }),
    call({ id: '03', parent: '02', at: 3, ms: 60, attributes: answered('') }),
    chain({
      id: '04',
      parent: '03',
      at: 40,
      ms: 1,
      attributes: { 'mastra.span.type': 'model_chunk', 'mastra.model_chunk.output': picked },
    }),
  ]);
  expect(linesOf(conversation)).toEqual(['user: Pick.', 'assistant: pick({"hint":"warm"})#c1']);
  expect(conversation.messages[1]?.usage?.total_tokens).toBe(7);
  expect(conversation.meta.total_tokens).toBe(7);
});
