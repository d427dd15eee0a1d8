import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { agent, chain, linesOf, log, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

/** As Python's `json.dumps` writes it. */
const body = (fields: object): string => JSON.stringify(fields).replaceAll('":', '": ');

describe('events of AutoGen as log records', () => {
  test('lose nothing of a model call', () => {
    const call = {
      type: 'LLMCall',
      messages: [
        { role: 'system', content: 'tok-1' },
        { role: 'user', name: 'user', content: 'tok-2' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'tok-3', function: { name: 'tok-4', arguments: '{"a":"tok-5"}' } }],
        },
        { role: 'tool', tool_call_id: 'other', content: 'tok-6' },
      ],
      response: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'tok-7' } }] },
      tools: [{ type: 'function', function: { name: 'tok-8' } }],
      prompt_tokens: 1,
    };
    const conversation = conversationOfSpan(agent({ id: '01', logs: [log('', body(call))] }));
    expect(toldTokens(conversation)).toEqual(tokensIn(call));
    expect(conversation.messages.at(-1)).toMatchObject({
      source: 'log',
      direction: 'output',
      finish_reason: 'stop',
    });
  });

  test("are a tool's use", () => {
    const use = { type: 'ToolCall', tool_name: 'see', arguments: { at: 'it' }, result: 'dark' };
    expect(linesOf(conversationOfSpan(tool({ id: '01', logs: [log('', body(use))] })))).toEqual([
      'assistant: see({"at":"it"})#null',
      'tool: "dark"#null',
    ]);
  });

  test('of other types, or that are no JSON, say nothing', () => {
    for (const text of ['{"type": "Message"}', '{"type": "LLMCall"', 'LLMCall'])
      expect(conversationOfSpan(agent({ id: '01', logs: [log('', text)] })).messages).toEqual([]);
  });
});

describe('a message between agents', () => {
  const sent = (message: object) =>
    conversationOfSpan(
      chain({ id: '01', attributes: { message: JSON.stringify(message) }, span: { framework: 'autogen' } }),
    );

  test('holds those of people and models, wherever they are in its envelope', () => {
    const message = {
      response: {
        chat_message: { source: 'writer', content: 'tok-1', type: 'TextMessage' },
        inner_messages: [
          { source: 'writer', content: 'tok-2', type: 'ThoughtEvent' },
          { source: 'user', content: ['tok-3', { unknown: 'tok-4' }], type: 'MultiModalMessage' },
        ],
      },
    };
    const conversation = sent(message);
    expect(toldTokens(conversation)).toEqual(tokensIn(message));
    expect(conversation.messages.map(({ role, name }) => [role, name])).toEqual([
      ['assistant', 'writer'],
      ['assistant', 'writer'],
      ['user', 'user'],
    ]);
    expect(linesOf(conversation)[1]).toBe('assistant: (tok-2)');
  });

  test('that holds none is shown as it is', () => {
    expect(toldTokens(sent({ type: 'Custom', data: 'tok-1' }))).toEqual(['tok-1']);
    expect(sent({}).messages).toEqual([]);
  });
});
