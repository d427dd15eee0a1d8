import { expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { call, chain, event, linesOf, talk } from '../testing/build-span.ts';

const asked = '[{"id":"1","value":"Which city?"}]';
const thrown = event('exception', {
  'exception.message': `${asked}\n\nGraphInterrupt: ${asked}\n    at interrupt (file:///app/interrupt.js:93:8)`,
});
const graph = (): ConversationSpan[] => [
  chain({ id: '00', ms: 90, attributes: talk([['user', 'Book a flight.']]) }),
  call({
    id: '01',
    parent: '00',
    at: 1,
    attributes: talk([['user', 'Book a flight.']], 'I need to know more.'),
  }),
  chain({ id: '03', parent: '00', at: 20, events: [thrown] }),
  chain({ id: '02', parent: '03', at: 20, events: [thrown] }),
];

test('what a graph asks a person before it waits is told once, where it stopped', () => {
  const { messages, ...rest } = tellConversation(graph());
  expect(linesOf({ messages, ...rest })).toEqual([
    'user: Book a flight.',
    'assistant: I need to know more.',
    'assistant: interrupt=[{"id":"1","value":"Which city?"}]',
  ]);
  expect(messages[2]).toMatchObject({ span_id: '02', direction: 'output', source: 'event' });
});

const given = { 'input.value': 'Fly.', 'output.value': 'Fly on.' };
const paused = (parent?: string): ConversationSpan[] => [
  chain({ id: '00', ms: 50, attributes: given, ...(parent !== undefined && { parent }) }),
  chain({ id: '01', parent: '00', at: 5, ms: 1, attributes: given }),
  chain({ id: '02', parent: '00', at: 20, ms: 9, events: [thrown] }),
];

test('what a graph was working on when it stopped is no answer', () => {
  expect(linesOf(tellConversation(paused()))).toEqual([
    'user: Fly.',
    'assistant: interrupt=[{"id":"1","value":"Which city?"}]',
  ]);
});

test('a function that asked the person and had the graph go on has answered', () => {
  const spans = [
    chain({ id: 'f0', ms: 200, attributes: { 'input.value': 'Fly.', 'output.value': 'Rome it is.' } }),
    ...paused('f0'),
    chain({ id: '10', parent: 'f0', at: 100, ms: 50 }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Fly.',
    'assistant: interrupt=[{"id":"1","value":"Which city?"}]',
    'assistant: Rome it is.',
  ]);
});
