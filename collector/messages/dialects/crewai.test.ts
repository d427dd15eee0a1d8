import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, chain, linesOf, tool } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

const crewai = { framework: 'crewai' };
const output = (value: object) => ({ 'output.value': JSON.stringify(value) });
const messages = [
  { role: 'system', content: 'tok-1' },
  { role: 'user', content: 'tok-2' },
  { role: 'assistant', content: 'Thought: tok-3\nFinal Answer: tok-4' },
];

describe("a task's output", () => {
  test('holds the talk behind it, the answer apart from the thought', () => {
    const attributes = output({ raw: 'tok-4', messages });
    const conversation = conversationOfSpan(agent({ id: '01', attributes, span: crewai }));
    expect(toldTokens(conversation)).toEqual(tokensIn(messages));
    expect(linesOf(conversation).at(-1)).toBe('assistant: (Thought: tok-3) + tok-4');
  });

  test('has an answer that its messages do not end with', () => {
    const attributes = output({ raw: 'tok-5', messages });
    const conversation = conversationOfSpan(agent({ id: '01', attributes, span: crewai }));
    expect(toldTokens(conversation)).toEqual(tokensIn([messages, 'tok-5']));
  });

  test('without messages is its description and its answer', () => {
    const attributes = output({ raw: 'Sun.', description: 'Forecast.', agent: 'Forecaster' });
    expect(linesOf(tellConversation([agent({ id: '01', attributes, span: crewai })]))).toEqual([
      'user: Forecast.',
      'assistant: Sun.',
    ]);
  });
});

test("an agent's answer comes after the tools of its run", () => {
  const attributes = output({ raw: 'Sun.', messages: [{ role: 'user', content: 'Forecast.' }] });
  const use = {
    'tool.name': 'see',
    'input.value': '{"tool_string":"Action Input: {}","calling":""}',
    'output.value': 'bright',
  };
  const spans = [
    agent({ id: '01', ms: 90, attributes, span: crewai }),
    tool({ id: '02', parent: '01', at: 20, attributes: use, span: crewai }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Forecast.',
    'assistant: see({})#null',
    'tool: "bright"#null',
    'assistant: Sun.',
  ]);
});

test("a crew's answer is its last agent's, told once", () => {
  const spans = [
    chain({ id: '01', ms: 90, attributes: output({ raw: 'tok-4', tasks_output: [{}] }), span: crewai }),
    agent({ id: '02', parent: '01', at: 5, attributes: output({ raw: 'tok-4', messages }), span: crewai }),
  ];
  expect(toldTokens(tellConversation(spans))).toEqual(tokensIn(messages));
});

test.each([
  ['JSON', 'Action: see\nAction Input: {"at": "it"}\n', 'see({"at":"it"})'],
  ['no JSON', 'Action: see\nAction Input: it', 'see("it")'],
  ['nothing', '', 'see({"at":"it"})'],
])("a tool's arguments where the model wrote %s", (_what, tool_string, line) => {
  const attributes = {
    'tool.name': 'see',
    'input.value': JSON.stringify({ tool_string, calling: "tool_name='see' arguments={'at': 'it'}" }),
    'output.value': 'dark',
  };
  expect(linesOf(conversationOfSpan(tool({ id: '01', attributes, span: crewai })))).toEqual([
    `assistant: ${line}#null`,
    'tool: "dark"#null',
  ]);
});

test("OpenLLMetry's results are texts", () => {
  const attributes = { 'crewai.crew.result': 'Sun.' };
  expect(linesOf(conversationOfSpan(chain({ id: '01', attributes, span: crewai })))).toEqual([
    'assistant: Sun.',
  ]);
});
