import { describe, expect, test } from 'vitest';
import { TraceSummary, type SummaryFacts } from './trace-summary.ts';

const NOTHING: SummaryFacts = {
  spanId: '',
  parentSpanId: null,
  name: 'span',
  category: 'other',
  observationType: 'span',
  startNs: 0n,
  endNs: 0n,
  sessionId: null,
  userId: null,
  environment: null,
  serviceName: null,
  framework: null,
  requestModel: null,
  responseId: null,
  ownCost: null,
  responseModel: null,
  agentName: null,
  toolName: null,
  statusCode: 0,
  tags: null,
  hasError: 0,
  running: 0,
  inputPreview: null,
  outputPreview: null,
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  inputCost: 0,
  outputCost: 0,
  totalCost: 0,
  costKnown: 1,
};

/** The row of the spans, and the same whatever their order. */
function columnsOf(...spans: Partial<SummaryFacts>[]) {
  const columns = (list: Partial<SummaryFacts>[]) => {
    const summary = new TraceSummary();
    for (const span of list) summary.add({ ...NOTHING, ...span });
    return summary.columns();
  };
  const forwards = columns(spans);
  expect(columns(spans.toReversed())).toEqual(forwards);
  return forwards;
}

const root = { spanId: 'r', startNs: 100n, endNs: 200n };
const child = { spanId: 'c', parentSpanId: 'r', startNs: 120n, endNs: 150n };

describe('a value that several spans offer', () => {
  const FIELDS = ['sessionId', 'userId', 'environment', 'serviceName', 'framework', 'inputPreview'] as const;

  test.for(FIELDS)('%s is the root’s, though another started first', (field) => {
    const columns = columnsOf({ ...child, startNs: 1n, [field]: 'child’s' }, { ...root, [field]: 'root’s' });
    expect(columns[field]).toBe('root’s');
  });

  test.for(FIELDS)('%s is the earliest span’s where the root has none', (field) => {
    const late = { ...child, spanId: 'd', startNs: 140n, [field]: 'late' };
    expect(columnsOf(root, late, { ...child, [field]: 'early' })[field]).toBe('early');
  });

  test.for(FIELDS)('%s is that of the lowest id where two started at once', (field) => {
    const [a, b] = ['a', 'b'].map((spanId) => ({ ...child, spanId, [field]: spanId }));
    expect(columnsOf(b!, a!)[field]).toBe('a');
  });
});

test('the name is the root’s, and the earliest span’s while no root has come', () => {
  expect(
    columnsOf({ ...child, name: 'child' }, { ...child, spanId: 'd', startNs: 1n, name: 'early' }).traceName,
  ).toBe('early');
  expect(columnsOf({ ...child, startNs: 1n, name: 'child' }, { ...root, name: 'root' }).traceName).toBe(
    'root',
  );
});

test('the time runs from the first start to the last end', () => {
  const columns = columnsOf(root, { ...child, startNs: 50n, endNs: 500n });
  expect([columns.startNs, columns.endNs, columns.durationNs]).toEqual([50n, 500n, 450n]);
});

test('a span without an end, or with one before its start, ends where it starts', () => {
  const timesOf = (...spans: Partial<SummaryFacts>[]): bigint[] => {
    const { startNs, endNs, durationNs } = columnsOf(...spans);
    return [startNs, endNs, durationNs];
  };
  expect(timesOf({ ...root, endNs: 0n })).toEqual([100n, 100n, 0n]);
  expect(timesOf(root, { ...child, startNs: 500n, endNs: 0n })).toEqual([100n, 500n, 400n]);
  expect(timesOf({ ...child, startNs: 500n, endNs: 499n }, root)).toEqual([100n, 500n, 400n]);
});

test('the answer shown is the one that ended last, of the root if it has one; a tool’s is none', () => {
  const answer = (spanId: string, endNs: bigint, more: Partial<SummaryFacts> = {}) => ({
    ...child,
    spanId,
    endNs,
    outputPreview: spanId,
    ...more,
  });
  expect(columnsOf(root, answer('a', 300n), answer('b', 400n)).outputPreview).toBe('b');
  expect(columnsOf(root, answer('a', 300n), answer('t', 400n, { category: 'tool' })).outputPreview).toBe('a');
  expect(columnsOf({ ...root, outputPreview: 'root’s' }, answer('a', 300n)).outputPreview).toBe('root’s');
});

test('what a trace is made of is counted', () => {
  const columns = columnsOf(
    { ...root, category: 'agent', observationType: 'agent', agentName: 'planner', tags: '["b","a"]' },
    {
      ...child,
      spanId: '1',
      category: 'llm',
      observationType: 'generation',
      requestModel: 'gpt',
      hasError: 1,
    },
    {
      ...child,
      spanId: '2',
      category: 'llm',
      observationType: 'embedding',
      requestModel: 'x',
      responseModel: 'ada',
    },
    {
      ...child,
      spanId: '3',
      category: 'tool',
      observationType: 'tool',
      requestModel: 'no call',
      tags: '["a","c"]',
    },
    { ...child, spanId: '4', agentName: 'helper' },
  );
  expect(columns).toMatchObject({
    spanCount: 5,
    genai: 1,
    observationCount: 4,
    llmCallCount: 2,
    toolCallCount: 1,
    errorCount: 1,
    models: '["ada","gpt"]',
    agents: '["helper","planner"]',
    tags: '["a","b","c"]',
    isComplete: 1,
  });
});

test('a trace has to do with AI when a span is an observation or comes from a framework', () => {
  expect(columnsOf(root).genai).toBe(0);
  expect(columnsOf(root, { ...child, observationType: 'chain' }).genai).toBe(1);
  expect(columnsOf({ ...root, framework: 'langchain' }).genai).toBe(1);
});

test('of endless names a hundred are kept', () => {
  const agents = Array.from({ length: 150 }, (_, i) => ({
    ...child,
    spanId: String(i),
    agentName: `agent ${i}`,
  }));
  expect(JSON.parse(columnsOf(...agents).agents)).toHaveLength(100);
});
