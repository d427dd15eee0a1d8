import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, linesOf, talk } from '../testing/build-span.ts';

const first = (name: string) => [
  agent({ id: '00', ms: 90, span: { agent_name: name } }),
  call({
    id: '01',
    parent: '00',
    at: 1,
    attributes: talk(
      [
        ['system', 'Help.'],
        ['user', 'Refund it.'],
      ],
      'Sure?',
    ),
  }),
];
const next = (parent?: string) =>
  call({
    id: '11',
    trace: 'b1',
    at: 201,
    ...(parent !== undefined && { parent }),
    attributes: talk(
      [
        ['system', 'Help.'],
        ['user', 'Refund it.'],
        ['assistant', 'Sure?'],
        ['user', 'Yes.'],
      ],
      'Done.',
    ),
  });
const TOLD = ['system: Help.', 'user: Refund it.', 'assistant: Sure?'];

test('what an agent was instructed is not told again where a call of none goes on with its history', () => {
  expect(linesOf(tellConversation([...first('helper'), next()]))).toEqual([
    ...TOLD,
    'user: Yes.',
    'assistant: Done.',
  ]);
});

test('another agent that is instructed alike is', () => {
  const other = agent({ id: '10', trace: 'b1', at: 200, ms: 90, span: { agent_name: 'other' } });
  expect(linesOf(tellConversation([...first('helper'), other, next('10')]))).toEqual([
    ...TOLD,
    'system: Help.',
    'user: Yes.',
    'assistant: Done.',
  ]);
});
