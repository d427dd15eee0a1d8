import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, event, linesOf, tool } from '../testing/build-span.ts';

const BETWEEN = '\n\n---\n\n';
const LEFT = '\n\n<system-reminder>\n900 tokens left\n</system-reminder>';
const RESULTS = [
  '[TOOL RESULT: c1]\n[{"type":"text","text":"{\\"celsius\\":4}"}]',
  `[TOOL RESULT: c2]\nno such city\n\n<system-reminder>\nBe kind.\n</system-reminder>${LEFT}\n`,
];
const ENVIRONMENT = '# Environment\nA shell.';

const turnAt = (trace: string, at: number) =>
  agent({ id: `${trace}0`, trace, at, ms: 90, attributes: { 'span.type': 'interaction' } });
const ask = (trace: string, id: string, at: number, attributes: Readonly<Record<string, string>>) =>
  call({
    id: `${trace}${id}`,
    trace,
    parent: `${trace}0`,
    at,
    attributes: { 'span.type': 'llm_request', ...attributes },
  });
const use = (trace: string, at: number, name: string, callId: string, output?: string) =>
  tool({
    id: `${trace}-${callId}`,
    trace,
    parent: `${trace}0`,
    at,
    attributes: { 'span.type': 'tool', tool_name: name, tool_input: '{}', 'gen_ai.tool.call.id': callId },
    events: output === undefined ? [] : [event('tool.output', { output })],
  });

test('a session that another process goes on with, which writes all of it but what the model said, is told once', () => {
  const first = [`[USER]\nRain?`, ...RESULTS, '[USER]\nAs data.'];
  const session = [
    turnAt('1', 0),
    ask('1', '1', 1, { new_context: '[USER]\nRain?', system_reminders: ENVIRONMENT }),
    use('1', 20, 'weather', 'c1', '{"celsius":4}'),
    use('1', 30, 'weather', 'c2'),
    chain({
      id: '1-run',
      trace: '1',
      parent: '1-c2',
      at: 31,
      ms: 5,
      attributes: { 'span.type': 'tool.execution', 'gen_ai.tool.call.id': 'c2', error: 'no such city' },
      span: { has_error: true },
    }),
    ask('1', '2', 50, { new_context: RESULTS.join(BETWEEN), 'response.model_output': 'Four.' }),
    turnAt('2', 200),
    ask('2', '1', 201, { new_context: first.join(BETWEEN), system_reminders: ENVIRONMENT }),
    use('2', 220, 'Output', 'c3', 'Done.'),
    turnAt('3', 400),
    ask('3', '1', 401, {
      new_context: [...first, `[TOOL RESULT: c3]\nDone.${LEFT}`, '[USER]\nThanks.'].join(BETWEEN),
      'response.model_output': 'Welcome.',
    }),
  ];
  const { messages } = tellConversation(session);
  const said = messages.filter(({ parts }) => parts.every(({ type }) => type !== 'data'));
  expect(linesOf({ messages: said })).toEqual([
    'user: Rain?',
    'assistant: weather({})#c1',
    'assistant: weather({})#c2',
    'tool: {"celsius":4}#c1',
    'tool: failed "no such city"#c2',
    'assistant: Four.',
    'user: As data.',
    'assistant: Output({})#c3',
    'tool: "Done."#c3',
    'user: Thanks.',
    'assistant: Welcome.',
  ]);
  const reminders = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'data' ? part : [])),
  );
  expect(new Set(reminders.map(({ content }) => content))).toEqual(
    new Set([ENVIRONMENT, 'Be kind.', '900 tokens left']),
  );
});
