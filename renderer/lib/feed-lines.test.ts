import { describe, expect, test } from 'vitest';
import type { Conversation, Message } from '../../collector/contract/messages.ts';
import { message, span } from '../testing/builders.ts';
import { feedLines } from './feed-lines.ts';

const text = (content: string) => ({ type: 'text' as const, content });
const call = (name: string) => ({ type: 'tool_call' as const, id: name, name, arguments: {} });
const conversation = (...messages: Message[]): Conversation =>
  ({ messages, tools: [] }) as unknown as Conversation;
const said = (role: Message['role'], content: string, direction: Message['direction'] = 'input'): Message =>
  message(content, role, 's', [text(content)], { direction });

const generation = span('chat', null, 1, 2, {
  observation_type: 'generation',
  span_category: 'llm',
  agent_name: 'planner',
  input_preview: 'the very first question',
  output_preview: 'the answer',
});

describe('a model call', () => {
  test('tells what was asked since the last answer, and what it answered', () => {
    const messages = conversation(
      said('system', 'Be brief.'),
      said('user', 'old question'),
      said('assistant', 'old answer'),
      said('user', 'new question'),
      said('assistant', 'new answer', 'output'),
    );
    expect(feedLines(generation, messages, false)).toEqual([
      expect.objectContaining({ kind: 'system', prompt: { firstLine: 'Be brief.', characters: 9 } }),
      {
        kind: 'user',
        at: generation.timestamp_start,
        name: null,
        text: 'new question',
        result: null,
        calls: [],
      },
      expect.objectContaining({ kind: 'assistant', name: 'planner', text: 'new answer' }),
    ]);
  });

  test('that goes on after its tools tells no question again', () => {
    const messages = conversation(
      said('user', 'question'),
      message('c', 'assistant', 's', [call('search')]),
      message('r', 'tool', 's', [
        { type: 'tool_call_response', id: 'search', name: 'search', response: 'x', is_error: false },
      ]),
      said('assistant', 'done', 'output'),
    );
    expect(feedLines(generation, messages, false).map((line) => line.text)).toEqual(['done']);
  });

  test('cuts no character of a long text in half', () => {
    const messages = conversation(said('user', `${'a'.repeat(599)}😀`));
    expect(feedLines(generation, messages, false)[0]?.text).toBe('a'.repeat(599));
  });

  test('that only calls tools names them and says nothing', () => {
    const output = message('c', 'assistant', 's', [call('search'), call('book')], { direction: 'output' });
    const [line] = feedLines(generation, conversation(output), false);
    expect(line).toMatchObject({ kind: 'assistant', text: null, calls: ['search', 'book'] });
  });

  test('whose messages were not read has its previews, the question only where it is the first of its trace', () => {
    expect(feedLines(generation, null, true).map((line) => line.text)).toEqual([
      'the very first question',
      'the answer',
    ]);
    expect(feedLines(generation, null, false).map((line) => line.text)).toEqual(['the answer']);
  });

  test('tells files by their kind and cuts what is long', () => {
    const long = said('user', 'x'.repeat(5000));
    const image = message('i', 'user', 's', [
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
    ]);
    const lines = feedLines(generation, conversation(long, image), false);
    expect(lines[0]?.text).toHaveLength(600);
    expect(lines[1]?.text).toBe('[image]');
  });
});

describe('another span', () => {
  test('of a tool has its name, what it was given and what came of it', () => {
    const tool = span('run', null, 1, 2, {
      observation_type: 'tool',
      tool_name: 'search',
      input_preview: '{}',
      output_preview: '[]',
    });
    expect(feedLines(tool, null, false)).toEqual([
      { kind: 'tool', at: tool.timestamp_end, name: 'search', text: '{}', result: '[]', calls: [] },
    ]);
  });
  test('of an agent repeats none of what its calls say', () => {
    const agent = span('run', null, 1, 2, {
      observation_type: 'agent',
      input_preview: 'q',
      output_preview: 'a',
    });
    expect(feedLines(agent, null, false)[0]).toMatchObject({ kind: 'agent', text: null, result: null });
  });
  test('that still runs is told at its start', () => {
    const tool = span('run', null, 1, 2, { observation_type: 'tool', state: 'running' });
    expect(feedLines(tool, null, false)[0]?.at).toBe(tool.timestamp_start);
  });
  test('without a name, or with hidden characters in it, is still seen', () => {
    expect(feedLines(span('', null, 0, 1), null, false)[0]?.name).toBe('(no name)');
    expect(feedLines(span('a\u202eb', null, 0, 1), null, false)[0]?.name).toBe('a⟨U+202E⟩b');
  });
});
