import { expect, test } from 'vitest';
import { message } from '../../testing/builders.ts';
import { conversationMarkdown } from './conversation-markdown.ts';

test('a conversation is a document with a heading for each who speaks', () => {
  const written = conversationMarkdown('plan\ntrip', [
    message('1', 'user', 's', [{ type: 'text', content: 'Hello **you**' }]),
    message(
      '2',
      'assistant',
      's',
      [
        { type: 'reasoning', content: 'first\nsecond' },
        { type: 'tool_call', id: 'c', name: 'look', arguments: { at: 'sky' } },
      ],
      { agent_name: 'planner' },
    ),
    message('3', 'tool', 's', [
      { type: 'tool_call_response', id: 'c', name: null, response: 'has ``` in it', is_error: false },
    ]),
  ]);
  expect(written).toBe(
    [
      '# plan trip',
      '## User',
      'Hello **you**',
      '## Assistant (planner)',
      '*Reasoning:*',
      '> first\n> second',
      '## Tool: look',
      'Arguments:',
      '```json\n{\n  "at": "sky"\n}\n```',
      'Result:',
      '````\nhas ``` in it\n````',
    ].join('\n\n') + '\n',
  );
});

test('refusals, hidden reasoning and sources are written as what they are', () => {
  const source = { title: 'a [link](x)', url: 'https://e.test/', quote: null };
  const written = conversationMarkdown('t', [
    message('1', 'assistant', 's', [
      { type: 'data', name: 'redacted_reasoning', content: {} },
      { type: 'data', name: 'refusal', content: 'No.' },
      { type: 'data', name: 'citations', content: [source, { ...source, url: 'javascript:alert(1)' }] },
      { type: 'data', name: null, content: 'else' },
    ]),
  ]);
  expect(written.split('\n\n').slice(2)).toEqual([
    '*Reasoning, redacted*',
    '*Refused:*',
    'No.',
    '*Sources:*',
    '1. a [link](x) <https://e.test/>\n2. a [link](x)',
    '```\nelse\n```\n',
  ]);
});
