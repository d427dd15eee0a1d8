import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import type { LogLike } from '../conversation-span.ts';
import { agent, call, chain, event, linesOf, log, tool } from '../testing/build-span.ts';

const record = (name: string, attributes: Readonly<Record<string, string>>, at: number): LogLike => {
  const one = log(name, `claude_code.${name}`, attributes);
  return { ...one, timeUnixNano: one.timeUnixNano + BigInt(at) * 1_000_000n };
};
const said = (request_id: string, response: string, at: number) =>
  record('assistant_response', { request_id, response }, at);
const used = (request_id: string, city: string, at: number) => {
  const tool_input = JSON.stringify({ city });
  return record('tool_result', { request_id, tool_name: 'rain', tool_use_id: city, tool_input }, at);
};

const turn = (logs: readonly LogLike[]) =>
  agent({ id: '00', ms: 90, attributes: { 'span.type': 'interaction', user_prompt: 'Compare.' }, logs });
const ask = (id: string, at: number, request_id: string, tokens: number) =>
  call({
    id,
    parent: '00',
    at,
    ms: 20,
    attributes: { 'span.type': 'llm_request', request_id },
    span: { input_tokens: tokens, output_tokens: 2, total_tokens: tokens + 2, model: 'claude-sonnet-4-5' },
  });
const use = (id: string, at: number, city: string, more: Readonly<Record<string, string>> = {}) =>
  tool({
    id,
    parent: '00',
    at,
    ms: 8,
    scope: 'com.anthropic.claude_code.tracing',
    attributes: { 'span.type': 'tool', tool_name: 'rain', tool_use_id: city, ...more },
    events: [event('tool.output', { output: `Dry in ${city}.` })],
  });

const told = (spans: Parameters<typeof tellConversation>[0]) => {
  const conversation = tellConversation(spans);
  const numbers = conversation.messages.map(({ usage }) => usage?.total_tokens ?? null);
  return { lines: linesOf(conversation), numbers, tokens: conversation.meta.total_tokens };
};

test('what log records of a turn tell belongs to the requests that they name, with their tokens', () => {
  const logs = [
    used('r1', 'Rome', 24),
    said('r1', 'Let me look.', 25),
    used('r1', 'Oslo', 34),
    said('r2', 'Both.', 80),
  ];
  const spans = [turn(logs), ask('01', 5, 'r1', 100), use('02', 15, 'Rome'), use('03', 26, 'Oslo')];
  expect(told([...spans, ask('04', 60, 'r2', 200)])).toEqual({
    lines: [
      'user: Compare.',
      'assistant: Let me look. + rain({"city":"Rome"})#Rome + rain({"city":"Oslo"})#Oslo',
      'tool: "Dry in Rome."#Rome',
      'tool: "Dry in Oslo."#Oslo',
      'assistant: Both.',
    ],
    numbers: [null, 102, null, null, 202],
    tokens: 304,
  });
});

test('a prompt that came before in the session is told again with what its requests answered', () => {
  const turns = ['a1', 'b1'].flatMap((trace, index) => {
    const [at, request_id] = [index * 100, `r${index}`];
    const attributes = { 'span.type': 'interaction', user_prompt: 'Go on.' };
    const logs = [said(request_id, `Step ${index}.`, at + 30)];
    const asked = { 'span.type': 'llm_request', request_id };
    return [
      agent({ id: '00', trace, at, ms: 90, attributes, logs }),
      call({ id: '01', trace, parent: '00', at: at + 5, ms: 20, attributes: asked }),
    ];
  });
  const lines = ['user: Go on.', 'assistant: Step 0.', 'user: Go on.', 'assistant: Step 1.'];
  expect(told(turns)).toEqual({ lines, numbers: [null, 7, null, 7], tokens: 14 });
});

test('calls that ran at once are told in the order in which they began', () => {
  const logs = [used('r1', 'Oslo', 24), used('r1', 'Rome', 34)];
  const spans = [turn(logs), ask('01', 5, 'r1', 100), use('02', 15, 'Rome'), use('03', 16, 'Oslo')];
  expect(told(spans).lines[1]).toBe('assistant: rain({"city":"Rome"})#Rome + rain({"city":"Oslo"})#Oslo');
});

test('calls that records alone tell belong to the request also where that says its words itself', () => {
  const attributes = {
    'span.type': 'llm_request',
    request_id: 'r1',
    'response.model_output': 'Let me look.',
  };
  const answering = call({ id: '01', parent: '00', at: 5, ms: 5, attributes });
  const linesWith = (tool: ReturnType<typeof use>, ...logs: readonly LogLike[]) =>
    told([turn(logs), answering, tool, ask('04', 60, 'r2', 200)]).lines;
  const lines = (city: string) => [
    'user: Compare.',
    `assistant: Let me look. + rain({"city":"${city}"})#Rome`,
    'tool: "Dry in Rome."#Rome',
    'assistant: Both.',
  ];
  const result = used('r1', 'Rome', 24);
  const words = [said('r1', 'Let me look.', 10), said('r2', 'Both.', 80)];
  expect(linesWith(use('02', 15, 'Rome'), ...words, result)).toEqual(lines('Rome'));
  // Records have the beginnings of long arguments.
  const whole = use('02', 15, 'Rome', { tool_input: '[TOOL INPUT: rain]\n{"city":"Rome, Italy"}' });
  expect(linesWith(whole, ...words, result)).toEqual(lines('Rome, Italy'));
});

test('a call that a person did not allow is told by what they decided', () => {
  const decided = record(
    'tool_decision',
    {
      request_id: 'r1',
      decision: 'reject',
      source: 'user_reject',
      tool_name: 'Bash',
      tool_use_id: 'c1',
      tool_parameters: '{"full_command":"rm a"}',
    },
    40,
  );
  const asked = tool({
    id: '02',
    parent: '00',
    at: 30,
    attributes: { 'span.type': 'tool', tool_name: 'Bash', tool_use_id: 'c1', full_command: 'rm a' },
  });
  const waited = chain({ id: '03', parent: '02', at: 31, ms: 5, logs: [decided] });
  const lines = ['user: Compare.', 'assistant: Bash({"full_command":"rm a"})#c1'];
  const answer = 'tool: failed {"decision":"reject","source":"user_reject"}#c1';
  expect(told([turn([]), ask('01', 5, 'r1', 100), asked, waited])).toMatchObject({
    lines: [...lines, answer],
    tokens: 102,
  });
  expect(told([turn([]), ask('01', 5, 'r2', 100), asked, waited])).toMatchObject({ lines });
});

test('a call whose record names no request that is there is told once, by its result or what was decided of it', () => {
  const decided = (at: number) =>
    record('tool_decision', { decision: 'reject', tool_name: 'rain', tool_use_id: 'Rome' }, at);
  const told = (...logs: readonly LogLike[]) => linesOf(tellConversation([turn(logs)]));
  expect(told(decided(10), used('r1', 'Rome', 24))).toEqual([
    'user: Compare.',
    'assistant: rain({"city":"Rome"})#Rome',
  ]);
  expect(told(decided(10), decided(11))).toEqual(['user: Compare.', 'assistant: rain(null)#Rome']);
});

test('a request whose answer was not to be recorded is told by the records of its tools', () => {
  const attributes = {
    'span.type': 'llm_request',
    request_id: 'r1',
    'response.model_output': '<REDACTED>',
  };
  const redacted = call({ id: '01', parent: '00', at: 5, ms: 5, attributes });
  const spans = [turn([used('r1', 'Rome', 24)]), redacted, use('02', 15, 'Rome')];
  expect(told(spans)).toMatchObject({ numbers: [null, 7, null], tokens: 7 });
});

test('records stay with the turn where proxies give all requests one id, and where it has the bodies of the API', () => {
  const logs = [said('r1', 'Let me look.', 25), said('r1', 'Both.', 80)];
  const lines = ['user: Compare.', 'assistant: Let me look.', 'assistant: Both.'];
  expect(told([turn(logs), ask('01', 5, 'r1', 100), ask('02', 60, 'r1', 200)])).toMatchObject({ lines });
  const bodies = [
    record('api_request_body', { body: '{"messages":[{"role":"user","content":"Compare."}]}' }, 6),
    record(
      'api_response_body',
      { body: '{"role":"assistant","content":[{"type":"text","text":"Both."}]}' },
      80,
    ),
  ];
  const own = told([turn([...bodies, said('r1', 'Both.', 80)]), ask('01', 5, 'r1', 100)]);
  expect(own).toMatchObject({ lines: [lines[0], lines[2]] });
});

test('so they do where one of those requests says itself what was answered', () => {
  const answering = ask('04', 60, 'r1', 200);
  const attributes = { 'span.type': 'llm_request', request_id: 'r1', 'response.model_output': 'Both.' };
  const itself = call({ id: '04', parent: '00', at: 60, ms: 20, attributes, span: answering.span });
  const spans = [turn([said('r1', 'Both.', 80)]), ask('01', 5, 'r1', 100), itself];
  expect(told(spans).lines).toEqual(['user: Compare.', 'assistant: Both.']);
});

test('what only records of the turn tell is told when they were written', () => {
  const answering = (id: string, at: number, words: string, more: Readonly<Record<string, string>>) =>
    call({
      id,
      parent: '00',
      at,
      ms: 5,
      attributes: { 'span.type': 'llm_request', request_id: 'r1', 'response.model_output': words, ...more },
    });
  const spans = [
    turn([used('r1', 'Rome', 24)]),
    answering('01', 5, 'Let me look.', { new_context: '[USER]\nCompare.' }),
    answering('02', 30, 'Dry.', { new_context: '[TOOL RESULT: Rome]\nDry in Rome.' }),
  ];
  expect(told(spans).lines).toEqual([
    'user: Compare.',
    'assistant: Let me look.',
    'assistant: rain({"city":"Rome"})#Rome',
    'tool: "Dry in Rome."#Rome',
    'assistant: Dry.',
  ]);
});

test('what the program prompts the model with, when work in the background ends, is told as its own', () => {
  const user_prompt = '<task-notification>\n<status>completed</status>\n</task-notification>';
  const attributes = { 'span.type': 'interaction', user_prompt };
  const asked = { 'span.type': 'llm_request', new_context: `[USER]\n${user_prompt}` };
  const spans = [
    agent({ id: '00', ms: 90, attributes }),
    call({ id: '01', parent: '00', at: 5, attributes: asked }),
  ];
  const parts = tellConversation(spans).messages.map((message) => message.parts);
  expect(parts).toEqual([
    [{ type: 'data', name: 'system_reminders', content: '<status>completed</status>' }],
  ]);
  const quoted = agent({
    id: '00',
    attributes: { ...attributes, user_prompt: 'What is <task-notification>?' },
  });
  expect(linesOf(tellConversation([quoted]))).toEqual(['user: What is <task-notification>?']);
});
