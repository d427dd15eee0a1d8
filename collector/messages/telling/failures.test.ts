import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, chain, event, linesOf, log, span, talk, tool } from '../testing/build-span.ts';

describe('failures', () => {
  test('end a call once, at the innermost span that says why', () => {
    const spans = [
      agent({ id: '00', ms: 90, error: 'No quota.', attributes: talk([['user', 'Hi']]) }),
      call({ id: '01', parent: '00', at: 1, error: 'No quota.', attributes: talk([['user', 'Hi']]) }),
      span({ id: '02', parent: '01', at: 2, error: '429', span: { span_category: 'http' } }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual(['user: Hi', 'assistant: TestError! No quota.']);
    expect(conversation.messages[1]).toMatchObject({ span_id: '01', direction: 'output', source: 'event' });
  });

  test('of a call that was tried again do not hide why the agent failed then', () => {
    const asked = [['user', 'Hi']] as const;
    const spans = (reason: string): ConversationSpan[] => [
      agent({ id: '00', ms: 90, error: reason }),
      call({ id: '01', parent: '00', at: 1, error: '429 slow down', attributes: talk(asked) }),
      call({ id: '02', parent: '00', at: 20, attributes: talk(asked, 'Well…') }),
    ];
    const told = ['user: Hi', 'assistant: TestError! 429 slow down', 'assistant: Well…'];
    expect(linesOf(tellConversation(spans('Too many turns.')))).toEqual([
      ...told,
      'assistant: TestError! Too many turns.',
    ]);
    expect(linesOf(tellConversation(spans('The model failed: 429 slow down')))).toEqual(told);
  });

  test('may be log records of the span, which say more than its status', () => {
    const attributes = {
      'exception.type': 'RateLimitError',
      'exception.message': '429 slow down',
      'exception.stacktrace': 'at ask',
    };
    const failed = call({
      id: '01',
      error: 'failed',
      attributes: talk([['user', 'Hi']]),
      logs: [log('gen_ai.client.operation.exception', null, attributes), log('retried', null, attributes)],
    });
    const { messages } = tellConversation([{ ...failed, record: { ...failed.record, events: [] } }]);
    expect(messages[1]).toMatchObject({
      source: 'log',
      parts: [{ type: 'error', name: 'RateLimitError', message: '429 slow down', stacktrace: 'at ask' }],
    });
  });

  test('are the innermost span’s also where it and those around it started at one moment', () => {
    const spans = ['03', '02', '01'].map((id, index, ids) => {
      const parent = ids[index - 1];
      const make = id === '01' ? call : chain;
      return make({ id, ...(parent === undefined ? {} : { parent }), error: `${id} failed.` });
    });
    expect(linesOf(tellConversation(spans))).toEqual(['assistant: TestError! 01 failed.']);
  });

  test.each([
    [
      '400 No.\n\nTypeError: 400 No.\n    at ask (file:///a.mjs:1:2)',
      'TypeError: 400 No.\n    at ask (file:///a.mjs:1:2)',
      'TypeError',
    ],
    ['400 No.\n    at ask (file:///a.mjs:1:2)', 'at ask (file:///a.mjs:1:2)', null],
    [
      '400 No.\n\nTraceback (most recent call last):\n\n  a',
      'Traceback (most recent call last):\n\n  a',
      null,
    ],
    ['400 No.', null, null],
  ])('have stack and name apart, also written behind the message: %j', (message, stacktrace, name) => {
    const events = [event('exception', { 'exception.message': message })];
    const [told] = tellConversation([call({ id: '01', events, span: { has_error: true } })]).messages;
    expect(told?.parts).toEqual([{ type: 'error', name, message: '400 No.', stacktrace }]);
  });

  test('of a tool that was answered are no failures of spans that only copy its status, as one recorder has all do', () => {
    const user = textMessage('user', 'Hi');
    const calls = [user, weatherCalls(['c1', 'Rome'])];
    const weatherUse = {
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"Rome"}',
    };
    const copied = ({ span: row, record }: ConversationSpan): ConversationSpan => ({
      span: { ...row, has_error: true },
      record: { ...record, statusCode: 2, statusMessage: 'offline' },
    });
    const spans = [
      copied(agent({ id: '00', ms: 90 })),
      copied(chain({ id: '01', parent: '00', at: 1, ms: 40 })),
      call({ id: '02', parent: '01', at: 2, attributes: messagesOf([user], calls.slice(1)) }),
      tool({ id: '03', parent: '01', at: 20, error: 'offline', attributes: weatherUse }),
      copied(chain({ id: '04', parent: '00', at: 50, ms: 30 })),
      copied(
        call({
          id: '05',
          parent: '04',
          at: 51,
          attributes: messagesOf(
            [...calls, toolAnswer('c1', 'offline')],
            [textMessage('assistant', 'Sorry.')],
          ),
        }),
      ),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'user: Hi',
      'assistant: get_weather({"city":"Rome"})#c1',
      'tool: failed "offline"#c1',
      'assistant: Sorry.',
    ]);
    const silent = copied(call({ id: '06', parent: '04', at: 70, attributes: messagesOf([user], []) }));
    expect(linesOf(tellConversation([...spans, silent])).at(-1)).toBe('assistant: null! offline');
  });

  test.each<[when: string, said: readonly string[]]>([
    ['', []],
    [' after a part of its answer', ['assistant: He']],
  ])('of a call that is tried again%s repeat nothing', (_, said) => {
    const spans = [
      call({
        id: '01',
        at: 0,
        error: 'Busy.',
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'Hi'],
          ],
          ...said.map(() => 'He'),
        ),
      }),
      call({
        id: '02',
        at: 20,
        attributes: talk(
          [
            ['system', 'S'],
            ['user', 'Hi'],
          ],
          'Hello.',
        ),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual([
      'system: S',
      'user: Hi',
      ...said,
      'assistant: TestError! Busy.',
      'assistant: Hello.',
    ]);
  });

  test('of a tool are its answer where the agent went on, and an error where they ended the run', () => {
    const asked = call({
      id: '01',
      parent: '00',
      at: 0,
      attributes: messagesOf([textMessage('user', 'Hi')], [weatherCalls(['c1', 'Oz'])]),
    });
    const ran = tool({
      id: '02',
      parent: '00',
      at: 12,
      error: 'No such city.',
      attributes: {
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"city":"Oz"}',
      },
    });
    const went = call({
      id: '03',
      parent: '00',
      at: 40,
      attributes: messagesOf(
        [textMessage('user', 'Hi'), weatherCalls(['c1', 'Oz']), toolAnswer('c1', 'Error: No such city.')],
        [textMessage('assistant', 'Sorry.')],
      ),
    });
    const start = ['user: Hi', 'assistant: get_weather({"city":"Oz"})#c1'];
    expect(linesOf(tellConversation([agent({ id: '00', ms: 90 }), asked, ran, went]))).toEqual([
      ...start,
      'tool: failed "Error: No such city."#c1',
      'assistant: Sorry.',
    ]);
    expect(
      linesOf(tellConversation([agent({ id: '00', ms: 90, error: 'Run failed.' }), asked, ran])),
    ).toEqual([...start, 'assistant: TestError! No such city.']);
  });

  describe('of a tool that wrote no word', () => {
    const asked = call({
      id: '01',
      parent: '00',
      attributes: messagesOf([textMessage('user', 'Hi')], [weatherCalls(['c1', 'Oz'])]),
    });
    const failing = {
      id: '02',
      parent: '00',
      at: 12,
      attributes: { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'c1' },
    };
    const failed = tool({ ...failing, error: 'No such city.' });
    const start = ['user: Hi', 'assistant: get_weather({"city":"Oz"})#c1'];
    const told = (...spans: readonly ConversationSpan[]): readonly string[] =>
      linesOf(tellConversation([agent({ id: '00', ms: 90 }), asked, ...spans]));

    test('are its answers where a later call repeats no history', () => {
      const later = call({ id: '03', parent: '00', at: 40, attributes: talk([['assistant', 'Sorry.']]) });
      expect(told(failed, later)).toEqual([...start, 'tool: failed "No such city."#c1', 'assistant: Sorry.']);
    });

    test('are its answers where the agent ended without a fault', () => {
      expect(told(failed)).toEqual([...start, 'tool: failed "No such city."#c1']);
    });

    test.each([
      ['a status with words', 'No such city.', {}, 'tool: failed "No such city."#c1'],
      ['a type of error', '', { 'error.type': 'TimeoutError' }, 'assistant: TimeoutError! TimeoutError'],
      ['a status', '', {}, 'assistant: null! failed'],
    ])('are told where the span has %s alone', (_, statusMessage, more, line) => {
      const attributes = { ...failing.attributes, ...more };
      const bare = tool({ ...failing, attributes, span: { has_error: true } });
      expect(told({ ...bare, record: { ...bare.record, statusMessage } })).toEqual([...start, line]);
    });
  });

  const ran = (id: string, result: unknown, error = 'ExitError: 3 tests failed\n    at run', parent = '00') =>
    tool({
      id,
      parent,
      at: 12,
      error,
      attributes: {
        'gen_ai.tool.name': 'run',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.result': JSON.stringify(result),
      },
    });
  const answersOf = (...spans: readonly ConversationSpan[]): readonly string[] =>
    linesOf(tellConversation([agent({ id: '00', ms: 90 }), ...spans])).filter(
      (line) => !line.startsWith('assistant: run('),
    );
  const UNSAID = 'failed "partial output"#c1 + TestError! ExitError: 3 tests failed\n    at run';

  test.each<[answer: string, told: string, result: unknown]>([
    ['says nothing of it', UNSAID, 'partial output'],
    ['says it', 'failed "3 tests failed."#c1', '3 tests failed.'],
    [
      'says it with more',
      'failed {"code":1,"error":["Error: 3 tests failed"]}#c1',
      { code: 1, error: ['Error: 3 tests failed'] },
    ],
  ])('of a tool stand beside its answer where that %s', (_, told, result) => {
    expect(answersOf(ran('01', result))).toEqual([`tool: ${told}`]);
    const repeated = messagesOf(
      [weatherCalls(['c1', 'Oz']), toolAnswer('c1', result)],
      [textMessage('assistant', 'Sorry.')],
    );
    expect(
      answersOf(ran('01', result), call({ id: '02', parent: '00', at: 40, attributes: repeated })),
    ).toContain(`tool: ${told}`);
  });

  test('of a tool whose answer says that it failed are not told again by their kind alone', () => {
    const attributes = { 'error.type': 'tool_error', 'gen_ai.tool.call.result': 'no such city' };
    const failed = tool({ id: '01', name: 'see', attributes, span: { has_error: true } });
    expect(linesOf(tellConversation([failed]))).toEqual([
      'assistant: see(null)#null',
      'tool: failed "no such city"#null',
    ]);
    const silent = tool({
      id: '01',
      name: 'see',
      attributes: { 'error.type': 'tool_error', 'gen_ai.tool.call.arguments': '{}' },
      span: { has_error: true },
    });
    expect(linesOf(tellConversation([silent])).at(-1)).toBe('assistant: tool_error! tool_error');
  });

  test('of a tool that two spans recorded stand beside its answer once', () => {
    expect(
      answersOf(ran('01', 'partial output', 'Tool failed.'), ran('02', 'partial output', undefined, '01')),
    ).toEqual([`tool: ${UNSAID}`]);
  });
});
