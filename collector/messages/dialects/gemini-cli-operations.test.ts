import { describe, expect, test } from 'vitest';
import type { AttributeValue } from '../../decode/records.ts';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { type SpanOptions, agent, call, chain, linesOf, log, tool } from '../testing/build-span.ts';

type Values = Readonly<Record<string, AttributeValue>>;

const scope = 'gemini-cli';
const json = (value: unknown): string => JSON.stringify(value);

const spanOf = (operation: string, input: unknown, output: unknown, more: Values = {}) => ({
  scope,
  attributes: {
    'gen_ai.operation.name': operation,
    'gen_ai.input.messages': json(input),
    'gen_ai.output.messages': json(output),
    ...more,
  },
});

const person = (text: string) => ({ role: 'user', parts: [{ text }] });
const chunk = (...parts: readonly unknown[]) => ({ role: 'model', parts });
const use = { name: 'read_file', args: { path: 'a' } };
const request = { callId: 'read_file__r_1', ...use, display: { name: 'ReadFile' }, prompt_id: 'p' };
const done = {
  status: 'success',
  request,
  response: {
    callId: 'read_file__r_1',
    responseParts: [
      { functionResponse: { id: 'read_file__r_1', name: 'read_file', response: { output: 'red' } } },
    ],
  },
};

const instructions = { 'gen_ai.system_instructions': json('Be brief.') };
const first = spanOf(
  'llm_call',
  [person('Colour?')],
  [
    chunk({ text: 'I have to look.', thought: true }),
    chunk({ text: 'Let ' }),
    chunk({ text: 'me look.' }),
    chunk({ functionCall: { id: 'read_file__r_1', ...use } }),
  ],
  instructions,
);
const second = spanOf(
  'llm_call',
  [
    person('Colour?'),
    chunk({ text: 'Let me look.' }, { functionCall: { id: 'r_1', ...use } }),
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'r_1', name: 'read_file', response: { output: 'red' } } }],
    },
  ],
  [chunk({ text: 'It is ' }), chunk({ text: 'red.' })],
  instructions,
);
const used = ['assistant: read_file({"path":"a"})#r_1', 'tool: {"output":"red"}#r_1'];
const told = (options: SpanOptions, make = call) => linesOf(conversationOfSpan(make(options)));

describe("Gemini CLI's spans", () => {
  test('of a call have its answer in chunks, and its instructions as a quoted text', () => {
    const { messages } = conversationOfSpan(call({ id: '01', ...first }));
    expect(messages.map(({ role, parts }) => [role, ...parts])).toEqual([
      ['system', { type: 'text', content: 'Be brief.' }],
      ['user', { type: 'text', content: 'Colour?' }],
      [
        'assistant',
        { type: 'reasoning', content: 'I have to look.' },
        { type: 'text', content: 'Let me look.' },
        { type: 'tool_call', id: 'r_1', name: 'read_file', arguments: { path: 'a' } },
      ],
    ]);
  });

  test('of a call whose history was cut off, or left out, have it whole in the record of the request', () => {
    const cut = `${json([person('Colour?')]).slice(0, 30)}...[TRUNCATED: original length 20000]`;
    const { 'gen_ai.input.messages': _, ...rest } = first.attributes;
    const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
    const whole = json([text('user', 'Colour?'), text('system', 'Of what?'), text('user', 'Of a.')]);
    const logs = [log('gen_ai.client.inference.operation.details', null, { 'gen_ai.input.messages': whole })];
    for (const own of [{}, { 'gen_ai.input.messages': cut }]) {
      const attributes = { ...rest, ...own, 'gen_ai.output.messages': '[]' };
      expect(told({ id: '01', scope, attributes, logs })).toEqual([
        'system: Be brief.',
        'user: Colour?',
        'assistant: Of what?',
        'user: Of a.',
      ]);
      expect(told({ id: '01', scope, attributes })[0]).toBe('system: Be brief.');
    }
  });

  test('of a tool and of what runs all tools have the request and what became of it', () => {
    expect(told({ id: '01', ...spanOf('tool_call', request, done) }, tool)).toEqual(used);
    const failed = { ...done, status: 'error' };
    expect(told({ id: '01', ...spanOf('tool_call', request, failed) }, tool).at(-1)).toBe(
      'tool: failed {"output":"red"}#r_1',
    );
    expect(told({ id: '01', ...spanOf('schedule_tool_calls', [request], [done]) }, chain)).toEqual(used);
  });

  test('of a prompt are traces of their own: the session tells each thing once, also around an agent', () => {
    const inside = spanOf('llm_call', [person('Look at a.')], [chunk({ text: 'Red it is.' })]);
    const given = { agent_name: 'helper', prompt: 'Look at a.' };
    const spans = [
      call({ id: '01', trace: 'a1', at: 0, ms: 10, ...first }),
      chain({ id: '02', trace: 'a2', at: 20, ms: 40, ...spanOf('schedule_tool_calls', [request], [done]) }),
      tool({ id: '03', trace: 'a2', parent: '02', at: 22, ms: 36, ...spanOf('tool_call', request, done) }),
      agent({
        id: '04',
        trace: 'a2',
        parent: '03',
        at: 24,
        ms: 30,
        span: { agent_name: 'helper' },
        ...spanOf('agent_call', given, { llmContent: [{ text: 'Done.' }] }),
      }),
      call({ id: '05', trace: 'a2', parent: '04', at: 26, ms: 20, ...inside }),
      call({ id: '06', trace: 'a3', at: 80, ms: 10, ...second }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: Be brief.',
      'user: Colour?',
      'assistant: (I have to look.) + Let me look. + read_file({"path":"a"})#r_1',
      'user: Look at a.',
      'assistant: Red it is.',
      'tool: {"output":"red"}#r_1',
      'assistant: It is red.',
    ]);
  });
});

test('what a tool answered is told once where a resumed session repeats it', () => {
  const answer = (output: string) => ({
    functionResponse: { id: 'r_1', name: 'read_file', response: { output } },
  });
  const told = (...parts: readonly unknown[]) =>
    linesOf(
      conversationOfSpan(
        call({
          id: '01',
          ...spanOf(
            'llm_call',
            [person('Colour?'), chunk({ functionCall: { id: 'r_1', ...use } }), { role: 'user', parts }],
            [chunk({ text: 'Red.' })],
          ),
        }),
      ),
    );
  const once = told(answer('red'));
  expect(once).toContain('tool: {"output":"red"}#r_1');
  expect(told(answer('red'), answer('red'))).toEqual(once);
  expect(told(answer('red'), answer('blue'))).toHaveLength(once.length + 1);
});
