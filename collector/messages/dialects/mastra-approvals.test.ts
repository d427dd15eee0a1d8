import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';
import { answered, typed } from '../testing/mastra-spans.ts';

const ASKED = '{"role":"system","content":"Help."},{"role":"user","content":"Refund it."}';
const USE = { toolCallId: 'c1', toolName: 'refund', args: { order: 'A' } };
const RESUMED = { 'mastra.metadata.resumedFromSpanId': '01' };
const decided = (approved: boolean) => JSON.stringify({ approved, toolCallId: 'c1' });

/** As version 1.71 writes it: what a person let go on is inside of the generation that stopped for them. */
function stopped() {
  const piece = (id: string, at: number, output: unknown) =>
    chain({
      id,
      parent: '03',
      at,
      ms: 2,
      attributes: typed('model_chunk', undefined, JSON.stringify(output)),
    });
  const waiting = '{"status":"suspended","toolCallId":"c1"}';
  return [
    agent({ id: '00', ms: 30, attributes: typed('agent_run', 'Refund it.', waiting) }),
    chain({
      id: '01',
      parent: '00',
      at: 1,
      ms: 20,
      attributes: typed('model_generation', `{"messages":[${ASKED}]}`),
    }),
    chain({ id: '02', parent: '01', at: 2, ms: 15, attributes: typed('model_step', `[${ASKED}]`) }),
    call({ id: '03', parent: '02', at: 3, ms: 12, attributes: { 'mastra.span.type': 'model_inference' } }),
    piece('04', 4, { toolName: 'refund', toolCallId: 'c1', toolInput: USE.args }),
    piece('05', 7, USE),
  ];
}

function resumed(approved: boolean) {
  const instructions = '{"messages":[{"role":"system","content":"Help."}]}';
  return [
    agent({
      id: '10',
      parent: '01',
      at: 50,
      ms: 90,
      attributes: { ...RESUMED, ...typed('agent_run', decided(approved), '{"text":"Done."}') },
    }),
    chain({
      id: '11',
      parent: '10',
      at: 51,
      ms: 80,
      attributes: {
        ...RESUMED,
        ...typed('model_generation', instructions, JSON.stringify({ text: 'Done.', toolCalls: [USE] })),
      },
    }),
  ];
}

function lastStep() {
  const history = `[${ASKED},{"role":"assistant","content":"[tool: refund]"},{"role":"tool","content":"[tool-result: refund]"}]`;
  return [
    chain({
      id: '15',
      parent: '11',
      at: 70,
      ms: 20,
      attributes: { ...RESUMED, ...typed('model_step', history, '{"text":"Done.","toolCalls":[]}') },
    }),
    call({ id: '16', parent: '15', at: 71, ms: 10, attributes: answered('Done.') }),
  ];
}

test('a run that went on when a person allowed its call is told in order, each thing once', () => {
  const spans = [
    ...stopped(),
    ...resumed(true),
    tool({
      id: '12',
      parent: '11',
      at: 52,
      ms: 5,
      attributes: {
        'mastra.span.type': 'tool_call',
        'gen_ai.tool.name': 'refund',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': JSON.stringify(USE.args),
        'gen_ai.tool.call.result': '"refunded"',
      },
    }),
    chain({
      id: '13',
      parent: '11',
      at: 53,
      ms: 10,
      attributes: {
        ...RESUMED,
        ...typed('model_step', undefined, JSON.stringify({ text: '', toolCalls: [USE] })),
      },
    }),
    call({ id: '14', parent: '13', at: 54, ms: 5, attributes: answered('') }),
    ...lastStep(),
  ];
  const conversation = tellConversation(spans);
  expect(linesOf(conversation)).toEqual([
    'system: Help.',
    'user: Refund it.',
    'assistant: refund({"order":"A"})#c1',
    `user: null=${decided(true)}`,
    'tool: "refunded"#c1',
    'assistant: Done.',
  ]);
  expect(conversation.messages[2]?.usage?.total_tokens).toBe(7);
});

test('a call that a person did not allow is told before their answer, and the refusal where the model read it', () => {
  const told = [
    'system: Help.',
    'user: Refund it.',
    'assistant: refund({"order":"A"})#c1',
    `user: null=${decided(false)}`,
  ];
  const first = [...stopped(), ...resumed(false), ...lastStep()];
  expect(linesOf(tellConversation(first))).toEqual([...told, 'assistant: Done.']);
  const history = [
    { role: 'system', content: 'Help.' },
    { role: 'user', content: 'Refund it.' },
    { role: 'assistant', content: [{ ...USE, type: 'tool-call', input: USE.args }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', output: 'Not allowed.' }] },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Thanks.' },
  ];
  const next = [
    chain({
      id: '21',
      trace: 'b1',
      at: 300,
      ms: 50,
      attributes: typed('model_generation', JSON.stringify({ messages: history }), '{"text":"Bye."}'),
    }),
    call({ id: '22', trace: 'b1', parent: '21', at: 301, ms: 9, attributes: answered('Bye.') }),
  ];
  expect(linesOf(tellConversation([...first, ...next]))).toEqual([
    ...told,
    'tool: "Not allowed."#c1',
    'assistant: Done.',
    'user: Thanks.',
    'assistant: Bye.',
  ]);
});
