import { expect, test } from 'vitest';
import type { Conversation } from '../../../collector/contract/messages.ts';
import { message } from '../../testing/builders.ts';
import { promptRows, toolRows } from './prompt-differences.ts';

const conversation = (prompts: readonly string[], tools: Conversation['tools'] = []): Conversation => ({
  messages: prompts.flatMap((content, at) => [
    message(`s${at}`, 'system', `span ${at}`, [{ type: 'text', content }]),
    message(`u${at}`, 'user', `span ${at}`, [{ type: 'text', content: 'Go on.' }]),
  ]),
  tools,
  meta: {
    total_messages: 0,
    total_tokens: 0,
    total_cost: 0,
    unpriced_calls: 0,
    start_time: null,
    end_time: null,
  },
});

test('each prompt stands once beside its like', () => {
  const rows = promptRows(
    conversation(['You plan journeys.', 'You search.', 'You plan journeys.']),
    conversation(['You plan short journeys.', 'You search.']),
  );
  expect(rows.map(({ a, b, isSame }) => [a?.sections[0]?.text, b?.sections[0]?.text, isSame])).toEqual([
    ['You plan journeys.', 'You plan short journeys.', false],
    ['You search.', 'You search.', true],
  ]);
});

test('tools are told by name, those that differ first', () => {
  const tool = (name: string, description: string) => ({ name, description, parameters: {} });
  const rows = toolRows(
    conversation([], [tool('same', 'x'), tool('gone', 'x'), tool('changed', 'before')]),
    conversation([], [tool('same', 'x'), tool('changed', 'after'), tool('new', 'x')]),
  );
  expect(rows.map(({ name, a, b, isSame }) => [name, a !== null, b !== null, isSame])).toEqual([
    ['gone', true, false, false],
    ['changed', true, true, false],
    ['new', false, true, false],
    ['same', true, true, true],
  ]);
});
