import { describe, expect, test } from 'vitest';
import type { Message, MessagePart } from '../../collector/contract/messages.ts';
import { message, span } from '../testing/builders.ts';
import { entrySpans, indexEntries } from './entry-spans.ts';
import { buildThread, isSameEntry, speakingAgents, type ThreadEntry } from './thread.ts';

const call = (id: string | null, name: string): MessagePart => ({
  type: 'tool_call',
  id,
  name,
  arguments: { of: id },
});
const result = (id: string | null, response: unknown, name: string | null = null): MessagePart => ({
  type: 'tool_call_response',
  id,
  name,
  response,
  is_error: false,
});
const text = (content: string): MessagePart => ({ type: 'text', content });

const outline = (entries: readonly ThreadEntry[]): string[] =>
  entries.map((entry) =>
    entry.kind === 'message'
      ? `${entry.message.role}: ${entry.parts.map((part) => (part.type === 'text' ? part.content : part.type)).join(' ')}`
      : `${entry.name}(${entry.call?.id ?? ''}) = ${JSON.stringify(entry.response?.response ?? null)}`,
  );

describe('a tool call and its result', () => {
  test('are one entry, in the place of the call', () => {
    const entries = buildThread([
      message('1', 'user', 's1', [text('go')]),
      message('2', 'assistant', 's1', [text('I look'), call('a', 'flights'), call('b', 'hotels')]),
      message('3', 'tool', 's2', [result('b', 'none')]),
      message('4', 'tool', 's3', [result('a', 'many')]),
      message('5', 'assistant', 's4', [text('done')]),
    ]);
    expect(outline(entries)).toEqual([
      'user: go',
      'assistant: I look',
      'flights(a) = "many"',
      'hotels(b) = "none"',
      'assistant: done',
    ]);
  });

  test('of a tool that the provider ran stand where it ran, between the pieces of the answer', () => {
    const parts = [text('I look.'), call('a', 'search'), result('a', 'much'), text('It rains.')];
    const entries = buildThread([message('1', 'assistant', 's', parts)]);
    expect(outline(entries)).toEqual(['assistant: I look.', 'search(a) = "much"', 'assistant: It rains.']);
    expect(entries.map((entry) => (entry.kind === 'message' ? entry.isEnd : entry.extra))).toEqual([
      false,
      [],
      true,
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
  });

  test('of an answer that ends with a result leave no empty piece', () => {
    const parts = [call('a', 'search'), result('a', 'much'), call('b', 'search'), result('b', 'more')];
    const entries = buildThread([message('1', 'assistant', 's', parts)]);
    expect(outline(entries)).toEqual([
      'assistant: ',
      'search(a) = "much"',
      'assistant: ',
      'search(b) = "more"',
    ]);
  });

  test('without ids are matched by name, in order', () => {
    const entries = buildThread([
      message('1', 'assistant', 's1', [call(null, 'x'), call(null, 'y'), call(null, 'x')]),
      message('2', 'tool', 's1', [result(null, 1, 'x'), result(null, 2, 'y'), result(null, 3, 'x')]),
    ]);
    expect(outline(entries)).toEqual(['assistant: ', 'x() = 1', 'y() = 2', 'x() = 3']);
  });

  test('with an id that is used again belong together in order', () => {
    const turn = (id: string, response: string): Message[] => [
      message(`${id}c`, 'assistant', 's', [call('same', 'x')]),
      message(`${id}r`, 'tool', 's', [result('same', response)]),
    ];
    const entries = buildThread([...turn('1', 'first'), ...turn('2', 'second')]);
    expect(outline(entries).filter((line) => line.startsWith('x'))).toEqual([
      'x(same) = "first"',
      'x(same) = "second"',
    ]);
  });

  test('are never lost: a result nobody asked for, a call without a result', () => {
    const entries = buildThread([
      message('1', 'assistant', 's', [call('a', 'x')]),
      message('2', 'tool', 's', [result('other', 42, 'y')]),
    ]);
    expect(outline(entries)).toEqual(['assistant: ', 'x(a) = null', 'y() = 42']);
  });

  test('keep what came along with the result', () => {
    const image: MessagePart = { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' };
    const [, card] = buildThread([
      message('1', 'assistant', 's', [call('a', 'x')]),
      message('2', 'tool', 's', [result('a', 'see'), image]),
    ]);
    expect(card?.kind === 'tool' && card.extra).toEqual([image]);
  });
});

test('an empty message is still an entry', () => {
  expect(outline(buildThread([message('1', 'user', 's', [])]))).toEqual(['user: ']);
});

describe('the span of an entry', () => {
  const entries = buildThread([
    message('1', 'user', 'llm1', [text('go')], { carried_by: ['llm1', 'llm2', 'agent'] }),
    message('2', 'assistant', 'llm1', [call('a', 'x'), call('b', 'x')], {
      carried_by: ['llm1', 'llm2', 'toolA', 'toolB'],
    }),
    message('3', 'tool', 'llm2', [result('a', 1)], { carried_by: ['llm2', 'toolA'] }),
    message('4', 'tool', 'llm2', [result('b', 2)], { carried_by: ['llm2', 'toolB'] }),
  ]);
  const tools = new Map(
    ['toolA', 'toolB'].map((id) => [id, span(id, null, 0, 1, { span_category: 'tool', tool_name: 'x' })]),
  );
  const spans = entrySpans(entries, (id) => tools.get(id));

  test('is where the tool ran, though a later call carried the result', () => {
    expect([...spans.values()]).toEqual(['llm1', 'llm1', 'toolA', 'toolB']);
  });

  test('selects its own entries, else all that it carried', () => {
    const entriesOf = indexEntries(entries, spans);
    expect([...entriesOf('toolB')]).toEqual([entries[3]!.id]);
    expect([...entriesOf('agent')]).toEqual([entries[0]!.id]);
    expect(entriesOf('unknown').size).toBe(0);
    expect(entriesOf(null).size).toBe(0);
  });

  test('is found without going over the conversation for each of many spans', () => {
    let looks = 0;
    const watched = (id: string): Message =>
      Object.defineProperty(message(id, 'user', 'llm', [text(id)]), 'carried_by', {
        get: () => {
          looks += 1;
          return ['llm', 'agent'];
        },
      });
    const said = buildThread(Array.from({ length: 10 }, (_, n) => watched(String(n))));
    const entriesOf = indexEntries(said, new Map(said.map(({ id }) => [id, 'llm'])));
    expect(entriesOf('llm').size).toBe(10);
    for (let n = 0; n < 100; n += 1) expect(entriesOf(`passed ${n}`).size).toBe(0);
    expect(entriesOf('agent').size).toBe(10);
    expect(looks).toBe(10);
  });
});

describe('when a conversation is built anew', () => {
  const asked = message('1', 'user', 's1', [text('go')]);
  const called = message('2', 'assistant', 's1', [call('a', 'flights')]);
  const answered = message('3', 'tool', 's2', [result('a', 'many')]);

  test('entries of the same messages are the same, and one whose result has come is not', () => {
    const before = buildThread([asked, called]);
    const after = buildThread([asked, called, answered]);
    expect(before.map((entry, index) => isSameEntry(entry, after[index]!))).toEqual([true, true, false]);
    const again = buildThread([asked, called, answered]);
    expect(again.every((entry, index) => isSameEntry(entry, after[index]!))).toBe(true);
  });

  test('an entry keeps its id where others come before it, and ids are unique', () => {
    const ids = buildThread([asked, called]).map((entry) => entry.id);
    const after = buildThread([message('0', 'user', 's0', [text('first')]), asked, called, asked]);
    expect(after.map((entry) => entry.id).slice(1, -1)).toEqual(ids);
    expect(new Set(after.map((entry) => entry.id)).size).toBe(after.length);
  });
});

test('agents are told apart only where several speak', () => {
  const by = (id: string, agent: string | null) =>
    message(id, 'assistant', 's', [text('x')], { agent_name: agent });
  expect(speakingAgents(buildThread([by('1', 'a'), by('2', 'b'), by('3', 'a'), by('4', null)]))).toEqual([
    'a',
    'b',
  ]);
  expect(speakingAgents(buildThread([by('1', 'a'), by('2', 'a')]))).toEqual([]);
});
