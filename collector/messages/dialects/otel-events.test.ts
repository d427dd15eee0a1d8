import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, event, linesOf, log, tool } from '../testing/build-span.ts';

const CALLS = [
  { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
];

describe('one event a message, before conventions 1.37', () => {
  test('is read from span events with plain attributes', () => {
    const events = [
      event('gen_ai.system.message', { content: 'Be brief.' }),
      event('gen_ai.user.message', { content: 'Weather in Paris?' }),
      event('gen_ai.assistant.message', { tool_calls: JSON.stringify(CALLS) }),
      event('gen_ai.tool.message', { id: 'c1', content: '{"temp":18}' }),
      event('gen_ai.choice', { index: 0n, finish_reason: 'stop', message: '{"content":"18 degrees."}' }),
    ];
    const conversation = conversationOfSpan(call({ id: '01', events }));
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Weather in Paris?',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
      'assistant: 18 degrees.',
    ]);
    expect(conversation.messages.at(-1)).toMatchObject({ finish_reason: 'stop', source: 'event' });
  });

  test('is read from log records with bodies', () => {
    const logs = [
      log('', new Map([['content', 'Hello']]), { 'event.name': 'gen_ai.user.message' }),
      log(
        'gen_ai.choice',
        new Map<string, string | ReadonlyMap<string, string>>([
          ['finish_reason', 'stop'],
          ['message', new Map([['content', 'Hi.']])],
        ]),
      ),
    ];
    expect(linesOf(conversationOfSpan(call({ id: '01', logs })))).toEqual(['user: Hello', 'assistant: Hi.']);
  });

  test('is read with the blocks of Bedrock that Strands writes', () => {
    const events = [
      event('gen_ai.user.message', { content: '[{"text":"Weather?"},{"text":"In Paris."}]' }),
      event('gen_ai.assistant.message', {
        content: '[{"toolUse":{"name":"get_weather","toolUseId":"c1","input":{"city":"Paris"}}}]',
      }),
      event('gen_ai.tool.message', {
        content: '[{"toolResult":{"toolUseId":"c1","status":"error","content":[{"text":"no"}]}}]',
      }),
      event('gen_ai.choice', { message: '[{"type":"toolUse","name":"retry","toolUseId":"c2","input":{}}]' }),
    ];
    expect(linesOf(conversationOfSpan(call({ id: '01', events })))).toEqual([
      'user: Weather? + In Paris.',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: failed "no"#c1',
      'assistant: retry({})#c2',
    ]);
  });

  test("has an answer of a tool once where Bedrock's is written as a tool's and in a user's message", () => {
    const use = '[{"toolUse":{"name":"get_weather","toolUseId":"c1","input":{"city":"Paris"}}}]';
    const result = '{"toolUseId":"c1","status":"error","content":[{"text":"no"}]}';
    const step = [
      event('gen_ai.assistant.message', { content: use }),
      event('gen_ai.tool.message', { id: 'c1', content: '[{"text":"no"}]' }),
      event('gen_ai.user.message', { content: `[{"toolResult":${result}}]` }),
    ];
    expect(linesOf(conversationOfSpan(call({ id: '01', events: [...step, ...step] })))).toEqual([
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: failed "no"#c1',
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: failed "no"#c1',
    ]);
  });

  test('leaves words that look like JSON alone', () => {
    const events = [
      event('gen_ai.user.message', { content: '[1, 2]' }),
      event('gen_ai.choice', { message: '{"name":"Ada","age":36}' }),
    ];
    expect(linesOf(conversationOfSpan(call({ id: '01', events })))).toEqual([
      'user: [1, 2]',
      'assistant: {"name":"Ada","age":36}',
    ]);
  });

  test('on a tool is its call and its answer', () => {
    const events = [
      event('gen_ai.tool.message', { role: 'tool', content: '{"city":"Paris"}', id: 'c1' }),
      event('gen_ai.choice', { message: '[{"json":{"temp":18}}]', id: 'c1' }),
    ];
    const attributes = { 'gen_ai.tool.name': 'get_weather' };
    expect(linesOf(conversationOfSpan(tool({ id: '01', attributes, events })))).toEqual([
      'assistant: get_weather({"city":"Paris"})#c1',
      'tool: {"temp":18}#c1',
    ]);
  });
});

describe('log records beside events', () => {
  const details = log('gen_ai.client.inference.operation.details', null, {
    'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hello"}]}]',
    'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Hi."}]}]',
  });
  const linesWith = (events: ReturnType<typeof event>[], logs: ReturnType<typeof log>[]) =>
    linesOf(conversationOfSpan(call({ id: '01', events, logs })));

  test('hold the messages where the events hold none', () => {
    const judged = event('gen_ai.evaluation.result', { 'gen_ai.evaluation.name': 'Kind' });
    const empty = event('gen_ai.choice', { index: 0n, finish_reason: 'stop' });
    expect(linesWith([judged], [details]).slice(0, 2)).toEqual(['user: Hello', 'assistant: Hi.']);
    expect(linesWith([empty], [details])).toEqual(['user: Hello', 'assistant: Hi.']);
  });

  test('hold the side that the events leave out, and repeat no other', () => {
    const asked = event('gen_ai.user.message', { content: 'Hello' });
    const answered = log('gen_ai.choice', new Map([['message', new Map([['content', 'Hi.']])]]));
    expect(linesWith([asked], [answered])).toEqual(['user: Hello', 'assistant: Hi.']);
    expect(linesWith([asked], [details])).toEqual(['user: Hello', 'assistant: Hi.']);
    expect(linesWith([asked], [log('gen_ai.user.message', new Map([['content', 'Hello']]))])).toEqual([
      'user: Hello',
    ]);
  });
});

describe('the whole request and answer in gen_ai.prompt and gen_ai.completion', () => {
  const prompt = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] });
  const completion = JSON.stringify({
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi.' } }],
  });

  test.each([
    ['attributes', { attributes: { 'gen_ai.prompt': prompt, 'gen_ai.completion': completion } }],
    [
      'events',
      {
        events: [
          event('gen_ai.content.prompt', { 'gen_ai.prompt': prompt }),
          event('gen_ai.content.completion', { 'gen_ai.completion': completion }),
        ],
      },
    ],
  ])('are read from %s', (_, options) => {
    const conversation = conversationOfSpan(call({ id: '01', ...options }));
    expect(linesOf(conversation)).toEqual(['user: Hello', 'assistant: Hi.']);
    expect(conversation.messages[1]?.finish_reason).toBe('stop');
  });

  test('may be plain text', () => {
    const attributes = { 'gen_ai.prompt': 'Hello', 'gen_ai.completion': 'Hi.' };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: Hello',
      'assistant: Hi.',
    ]);
  });
});
