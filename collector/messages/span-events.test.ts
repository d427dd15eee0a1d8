import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from './conversation-span.ts';
import { spanHappenings } from './span-events.ts';
import { agent, call, event, log, span, talk, tool } from './testing/build-span.ts';

const CALLS = JSON.stringify([
  { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
  { id: 'c2', type: 'function', function: { name: 'get_time', arguments: '{}' } },
]);

/** Type, name, and what is said, in short. */
const told = (of: ConversationSpan): unknown[] =>
  spanHappenings(of).map(({ type, name, contentPreview, toolName, toolCallId }) =>
    toolName === null && toolCallId === null
      ? [type, name, contentPreview]
      : [type, name, contentPreview, `${toolName}#${toolCallId}`],
  );

describe('recorded events', () => {
  test('are told one by one with what each of them says', () => {
    const events = [
      event('gen_ai.system.message', { content: 'Be brief.' }),
      event('gen_ai.user.message', { content: 'Weather in Paris?' }),
      event('gen_ai.assistant.message', { content: 'Let me look.', tool_calls: CALLS }),
      event('gen_ai.tool.message', { id: 'c1', content: '{"temp":18}' }),
      event('gen_ai.choice', { index: 0n, finish_reason: 'stop', message: '{"content":"18 degrees."}' }),
    ];
    expect(told(call({ id: '01', events }))).toEqual([
      ['system_message', 'gen_ai.system.message', 'Be brief.'],
      ['user_message', 'gen_ai.user.message', 'Weather in Paris?'],
      ['assistant_message', 'gen_ai.assistant.message', 'Let me look.'],
      ['tool_call', 'gen_ai.assistant.message', '{"city":"Paris"}', 'get_weather#c1'],
      ['tool_call', 'gen_ai.assistant.message', '{}', 'get_time#c2'],
      ['tool_result', 'gen_ai.tool.message', '{"temp":18}', 'get_weather#c1'],
      ['choice', 'gen_ai.choice', '18 degrees.'],
    ]);
    const [first, ...rest] = spanHappenings(call({ id: '01', events }));
    expect(first).toMatchObject({ role: 'system', attributes: { content: 'Be brief.' } });
    expect(rest.at(-1)).toMatchObject({ role: 'assistant', finishReason: 'stop' });
  });

  test('keep their type where content was not recorded', () => {
    const events = [
      event('gen_ai.user.message', {}),
      event('gen_ai.tool.message', { id: 'c1' }),
      event('gen_ai.choice', { finish_reason: 'length' }),
    ];
    const all = spanHappenings(call({ id: '01', events }));
    expect(all.map(({ type, role }) => [type, role])).toEqual([
      ['user_message', 'user'],
      ['tool_result', 'tool'],
      ['choice', 'assistant'],
    ]);
    expect(all[2]).toMatchObject({ finishReason: 'length', contentPreview: null });
  });

  test('of any other kind are other', () => {
    const failed = agent({
      id: '01',
      events: [event('cache.miss', { key: 'x' }), event('constructor', {})],
      error: 'no luck',
    });
    expect(told(failed)).toEqual([
      ['other', 'cache.miss', null],
      ['other', 'constructor', null],
      ['other', 'exception', 'no luck'],
    ]);
  });

  test('on a tool’s span are its call and its result', () => {
    const events = [
      event('gen_ai.tool.message', { role: 'tool', content: '{"city":"Paris"}', id: 'c1' }),
      event('gen_ai.choice', { message: 'sunny', id: 'c1' }, 5),
    ];
    const attributes = { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'c1' };
    expect(told(tool({ id: '01', attributes, events }))).toEqual([
      ['tool_call', 'gen_ai.tool.message', '{"city":"Paris"}', 'get_weather#c1'],
      ['tool_result', 'gen_ai.choice', 'sunny', 'get_weather#c1'],
    ]);
  });
});

describe('messages in attributes', () => {
  const history = [
    ['system', 'Be brief.'],
    ['user', 'Hi'],
  ] as const;

  test('are events at the start and the end of the span', () => {
    const one = call({ id: '01', attributes: talk(history, 'Hello.'), span: { finish_reasons: ['stop'] } });
    expect(told(one)).toEqual([
      ['system_message', 'gen_ai.system.message', 'Be brief.'],
      ['user_message', 'gen_ai.user.message', 'Hi'],
      ['choice', 'gen_ai.choice', 'Hello.'],
    ]);
    const [system, , choice] = spanHappenings(one);
    expect(system!.timeUnixNano).toBe(one.record.startUnixNano);
    expect(choice).toMatchObject({ timeUnixNano: one.record.endUnixNano, finishReason: 'stop' });
    expect(choice!.attributes).toEqual({
      'gen_ai.output.messages': [
        { role: 'assistant', parts: [{ type: 'text', content: 'Hello.' }], finish_reason: 'stop' },
      ],
    });
  });

  test('are carried with the name of who said them', () => {
    const messages = JSON.stringify([
      { role: 'user', name: 'ada', parts: [{ type: 'text', content: 'Hi' }] },
    ]);
    const [user] = spanHappenings(call({ id: '01', attributes: { 'gen_ai.input.messages': messages } }));
    expect(user!.attributes).toEqual({ 'gen_ai.input.messages': JSON.parse(messages) as unknown });
  });

  test('stand beside events that tell something else, in the order of time', () => {
    const events = [event('first.token', {}, 3)];
    expect(told(call({ id: '01', attributes: talk([['user', 'Hi']], 'Hello.'), events }))).toEqual([
      ['user_message', 'gen_ai.user.message', 'Hi'],
      ['other', 'first.token', null],
      ['choice', 'gen_ai.choice', 'Hello.'],
    ]);
  });

  test('are not told again where events tell them', () => {
    const events = [
      event('gen_ai.user.message', { content: 'Hi' }),
      event('gen_ai.choice', { message: 'Hello.' }, 10),
    ];
    expect(told(call({ id: '01', attributes: talk(history, 'Hello.'), events }))).toEqual([
      ['system_message', 'gen_ai.system.message', 'Be brief.'],
      ['user_message', 'gen_ai.user.message', 'Hi'],
      ['choice', 'gen_ai.choice', 'Hello.'],
    ]);
  });

  test('of a tool are its call and its result', () => {
    const attributes = {
      'gen_ai.tool.name': 'add',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"a":1}',
      'gen_ai.tool.call.result': '{"sum":1}',
    };
    expect(told(tool({ id: '01', attributes }))).toEqual([
      ['tool_call', 'gen_ai.assistant.message', '{"a":1}', 'add#c1'],
      ['tool_result', 'gen_ai.tool.message', '{"sum":1}', 'add#c1'],
    ]);
  });

  test('on one event that holds the whole conversation stand beside that event', () => {
    const events = [event('gen_ai.client.inference.operation.details', talk([['user', 'Hi']], 'Hello.'))];
    expect(told(call({ id: '01', events })).map((one) => (one as string[])[0])).toEqual([
      'user_message',
      'other',
      'choice',
    ]);
  });
});

test('messages in log records are events, other log records are not', () => {
  const logs = [
    log('gen_ai.user.message', new Map([['content', 'Hello']])),
    log('gen_ai.choice', new Map([['message', 'Hi.']])),
    log('started', 'a line', { level: 'info' }),
  ];
  expect(told(call({ id: '01', logs }))).toEqual([
    ['user_message', 'gen_ai.user.message', 'Hello'],
    ['choice', 'gen_ai.choice', 'Hi.'],
  ]);
  const [first] = spanHappenings(call({ id: '01', logs }));
  expect(first!.attributes).toEqual({
    'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: 'Hello' }] }],
  });
});

test('a preview is 500 characters, none of them cut in half', () => {
  const preview = (text: string): string | null =>
    spanHappenings(call({ id: '01', attributes: talk([['user', text]]) }))[0]!.contentPreview;
  expect(preview('x'.repeat(500))).toBe('x'.repeat(500));
  expect(preview('x'.repeat(501))).toBe('x'.repeat(500));
  expect(preview('🌍'.repeat(600))).toBe('🌍'.repeat(500));
});

test('ids differ from event to event and stay when the span comes again, with more on it', () => {
  const events = [event('a', {}), event('a', {}), event('gen_ai.assistant.message', { tool_calls: CALLS })];
  const history = [
    ['user', 'same'],
    ['user', 'same'],
  ] as const;
  const idsOf = (more = {}): string[] =>
    spanHappenings(call({ id: '01', attributes: talk(history), events, ...more })).map(({ id }) => id);
  const ids = idsOf();
  expect(new Set(ids).size).toBe(ids.length);
  expect(idsOf()).toEqual(ids);
  expect(idsOf({ attributes: talk(history, 'answer'), events: [...events, event('later', {})] })).toEqual(
    expect.arrayContaining(ids),
  );
  expect(idsOf({ id: '02' }).some((id) => ids.includes(id))).toBe(false);
});

test('a span that says nothing has no events', () => {
  expect(spanHappenings(span({ id: '01' }))).toEqual([]);
});
