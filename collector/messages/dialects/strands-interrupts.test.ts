import { expect, test } from 'vitest';
import type { AttributeValue } from '../../decode/records.ts';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, event, linesOf, tool } from '../testing/build-span.ts';

const said = (name: string, ...blocks: readonly unknown[]) =>
  event(`gen_ai.${name}.message`, { content: JSON.stringify(blocks) });
const choice = (message: AttributeValue, finish_reason: string) =>
  event('gen_ai.choice', { message, finish_reason });
const ASKED = said('user', { text: 'Refund it.' });
const USE = { name: 'refund', toolUseId: 'c1', input: { order: 'A' } };
const thrown = event('exception', {
  'exception.type': 'InterruptError',
  'exception.message': 'Interrupt raised: approve',
});
const run = (id: string, parent: string, at: number, trace: string, result?: string) =>
  tool({
    id,
    parent,
    trace,
    at,
    ms: 5,
    attributes: { 'gen_ai.tool.name': 'refund', 'gen_ai.tool.call.id': 'c1' },
    events: [
      event('gen_ai.tool.message', { role: 'tool', id: 'c1', content: JSON.stringify(USE.input) }),
      ...(result === undefined ? [] : [event('gen_ai.choice', { id: 'c1', message: result })]),
    ],
  });

/** As version 1.19 for TypeScript writes it: the loop around the tool throws, and the agent returns its last message. */
const stopped = (last: string) => [
  agent({ id: '00', ms: 50, events: [ASKED, choice(last, 'interrupt')] }),
  chain({ id: '01', parent: '00', ms: 45, events: [ASKED, thrown] }),
  call({
    id: '02',
    parent: '01',
    at: 1,
    events: [ASKED, choice(JSON.stringify([{ type: 'toolUse', ...USE }]), 'toolUse')],
  }),
  run('03', '01', 20, 'a1'),
];

test('an agent that stops to ask a person asks, and does not say what it was asked', () => {
  const told = ['user: Refund it.', 'assistant: refund({"order":"A"})#c1'];
  const asks = 'assistant: interrupt="Interrupt raised: approve"';
  expect(linesOf(tellConversation(stopped('Refund it.')))).toEqual([...told, asks]);
  expect(linesOf(tellConversation(stopped('I have to ask.')))).toEqual([
    ...told,
    asks,
    'assistant: I have to ask.',
  ]);
});

test('the call is told once where the next turn runs it', () => {
  const result = { toolUseId: 'c1', status: 'success', content: [{ text: 'refunded' }] };
  const history = [ASKED, said('assistant', { toolUse: USE }), said('tool', { toolResult: result })];
  const next = [
    agent({ id: '10', trace: 'b1', at: 100, ms: 90, events: [choice('Done.', 'endTurn')] }),
    chain({ id: '11', trace: 'b1', parent: '10', at: 101, ms: 20 }),
    run('12', '11', 102, 'b1', '[{"text":"refunded"}]'),
    chain({ id: '13', trace: 'b1', parent: '10', at: 130, ms: 20 }),
    call({
      id: '14',
      trace: 'b1',
      parent: '13',
      at: 131,
      events: [...history, choice('[{"text":"Done."}]', 'endTurn')],
    }),
  ];
  expect(linesOf(tellConversation([...stopped('Refund it.'), ...next]))).toEqual([
    'user: Refund it.',
    'assistant: refund({"order":"A"})#c1',
    'assistant: interrupt="Interrupt raised: approve"',
    'tool: "refunded"#c1',
    'assistant: Done.',
  ]);
});
