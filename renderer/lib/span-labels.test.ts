import { describe, expect, test } from 'vitest';
import { frameworkLabel, frameworkLetters } from './frameworks.ts';
import { barLabels, durationText, errorName, nameLabels, spanLabels, traceTimeText } from './span-labels.ts';
import { errorInOneLine, spanErrors } from './span-errors.ts';
import { spanTone } from './span-kind.ts';
import { span } from '../testing/builders.ts';

describe('a span in the tree', () => {
  test('shows the model beside the name, once', () => {
    const llm = { span_category: 'llm', model: 'gpt-4o' } as const;
    expect(spanLabels(span('chat', null, 0, 1, llm))).toEqual({ name: 'chat', detail: 'gpt-4o' });
    expect(spanLabels(span('chat gpt-4o', null, 0, 1, llm))).toEqual({ name: 'chat', detail: 'gpt-4o' });
    expect(spanLabels(span('gpt-4o', null, 0, 1, llm))).toEqual({ name: 'gpt-4o', detail: null });
    expect(spanLabels(span('ask gpt-4o now', null, 0, 1, llm)).detail).toBeNull();
  });
  test('is called as its tool or agent where the conventions put the operation before that', () => {
    const tool = { span_category: 'tool', tool_name: 'search' } as const;
    expect(spanLabels(span('execute_tool search', null, 0, 1, tool))).toEqual({
      name: 'search',
      detail: 'execute_tool',
    });
    expect(spanLabels(span('my search', null, 0, 1, tool))).toEqual({ name: 'my', detail: 'search' });
    const agent = { span_category: 'agent', agent_name: 'planner' } as const;
    expect(spanLabels(span('invoke_agent planner', null, 0, 1, agent)).name).toBe('planner');
  });
  test('without a name is still seen', () => expect(spanLabels(span('', null, 0, 1)).name).toBe('(no name)'));
  test('has no duration while it runs', () => {
    const failed = { error_preview: 'TimeoutError: upstream' };
    expect(barLabels(span('a', null, 0, 2, failed))).toEqual(['2.00 s · TimeoutError', '2.00 s']);
    const running = span('a', null, 0, 0, { state: 'running' });
    expect([durationText(running), ...barLabels(running)]).toEqual(['running', 'running']);
    expect([-5000, 999, 1999, 125_000].map((ranMs) => durationText(running, ranMs))).toEqual([
      'running',
      'running',
      '1 s so far',
      '2 min 05 s so far',
    ]);
    expect(durationText(span('a', null, 0, 2), 5000)).toBe('2.00 s');
  });
  test('that retrieves has the colour of retrieval, whatever its category', () => {
    expect(spanTone({ span_category: 'chain', observation_type: 'retriever' })).toBe('retriever');
    expect(spanTone({ span_category: 'db', observation_type: 'span' })).toBe('db');
  });
});

test.for([
  [false, 0, '0 ms'],
  [false, 4340, '4.34 s'],
  // Its one span has no end: 1970.
  [false, -1_770_000_000_000, '0 ms'],
  [true, 0, 'running'],
  [true, -1_770_000_000_000, 'running'],
  [true, 4340, '4.34 s so far'],
] as const)('a trace that is open (%s) took %i ms: %s', ([open, duration_ms, text]) =>
  expect(traceTimeText({ duration_ms, running_span_count: 0 }, open)).toBe(text),
);

test('a trace in which a span runs takes as long as it has, whatever its last end says', () => {
  const running = { duration_ms: 4340, running_span_count: 1 };
  expect(traceTimeText(running, true, 65_000)).toBe('1 min 05 s so far');
  expect(traceTimeText(running, true)).toBe('running');
});

test.for([
  ['TimeoutError: upstream', 'TimeoutError'],
  ['openai.RateLimitError: 429', 'RateLimitError'],
  ['it failed', null],
] as const)('the error in %j is %s', ([message, name]) => expect(errorName(message)).toBe(name));

test.for([
  ['invoke_agent planner', 'planner', 'invoke_agent'],
  ['execute_tool search the web', 'search the web', 'execute_tool'],
  ['invoke_workflow nightly', 'nightly', 'invoke_workflow'],
  ['invoke_agent', 'invoke_agent', null],
  ['invoke_agent ', 'invoke_agent ', null],
  ['chat gpt-4o', 'chat gpt-4o', null],
  ['my invoke_agent planner', 'my invoke_agent planner', null],
  ['', '(no name)', null],
] as const)('%j is %j in a narrow row, and then %j', ([recorded, name, detail]) =>
  expect(nameLabels(recorded)).toEqual({ name, detail }),
);

test('an unknown framework keeps its slug', () => {
  expect([frameworkLabel('langgraph'), frameworkLabel('brand-new')]).toEqual(['LangGraph', 'brand-new']);
  expect([frameworkLetters('langgraph'), frameworkLetters('brand-new')]).toEqual(['LG', 'br']);
});

describe('the errors of a span', () => {
  const exception = {
    name: 'exception',
    timestamp: '2026-01-01T00:00:00Z',
    attributes: {
      'exception.type': 'TimeoutError',
      'exception.message': 'too slow',
      'exception.stacktrace': 'at a',
    },
  };
  const failed = { status_code: 'ERROR', has_error: true, attributes: {} } as const;
  test('are the exception, told once', () => {
    const errors = spanErrors({ ...failed, status_message: 'TimeoutError: too slow', events: [exception] });
    expect(errors).toEqual([{ name: 'TimeoutError', message: 'too slow', stacktrace: 'at a' }]);
  });
  test('are the status where nothing else was recorded', () => {
    expect(spanErrors({ ...failed, status_message: null, events: [] })).toHaveLength(1);
  });
  test.for([
    ['TimeoutError: too slow', { status_message: null, events: [exception] }],
    ['why', { status_message: 'why', events: [] }],
    ['timeout', { status_message: null, events: [], attributes: { 'error.type': 'timeout' } }],
    [null, { status_message: null, events: [] }],
  ] as const)('read in one line %j', ([line, told]) =>
    expect(errorInOneLine({ ...failed, ...told, events: [...told.events] })).toBe(line),
  );
  test('are none for a span that is well', () => {
    expect(
      spanErrors({ status_code: 'OK', has_error: false, attributes: {}, status_message: null, events: [] }),
    ).toEqual([]);
  });
});
