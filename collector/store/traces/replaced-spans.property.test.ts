import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TraceSummary, type SummaryFacts } from './trace-summary.ts';

/*
 * A summary that takes in what comes again for its spans must be the one that is made of what came last for each of them,
 * unless it says that it can't be told; and for a span that was sent when it began and again at its end it must not say so.
 */

const ab = fc.constantFrom('a', 'b', null);
const tokens = fc.option(fc.nat(20), { nil: null });
/** Often the same, as two recordings of one call have it. */
const sameTokens = fc.option(fc.oneof(fc.constant(3), fc.nat(20)), { nil: null });

const NO_USAGE = { inputTokens: null, outputTokens: null, totalTokens: null, totalCost: 0 };
const FIELDS = {
  // Parents that never come (10), the span itself and cycles among them.
  parent: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 5 }),
  kind: fc.constantFrom(
    ['llm', 'generation'] as const,
    ['llm', 'embedding'] as const,
    ['tool', 'tool'] as const,
    ['agent', 'agent'] as const,
    ['chain', 'chain'] as const,
    ['other', 'span'] as const,
  ),
  start: fc.nat(4),
  duration: fc.nat(4),
  name: fc.constantFrom('one', 'two'),
  sessionId: ab,
  userId: ab,
  environment: ab,
  serviceName: ab,
  framework: ab,
  requestModel: ab,
  responseModel: ab,
  responseId: fc.constantFrom('r', 's', null, null),
  agentName: ab,
  toolName: ab,
  statusCode: fc.nat(2),
  tags: fc.option(fc.constantFrom('["x"]', '["x","y","x"]', '["\\ud800"]'), { nil: null }),
  hasError: fc.nat(1),
  running: fc.nat(1),
  inputPreview: ab,
  outputPreview: ab,
  hasUsage: fc.boolean(),
  costKnown: fc.nat(1),
  inputTokens: sameTokens,
  outputTokens: sameTokens,
  totalTokens: fc.oneof(fc.constant(null), fc.constantFrom(7, Number.MAX_SAFE_INTEGER)),
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
  ownCost: fc.option(fc.constantFrom(0, 1), { nil: null }),
  inputCost: fc.nat(1),
  outputCost: fc.nat(1),
  totalCost: fc.nat(2),
};
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
type Fields = {
  [Name in keyof typeof FIELDS]: (typeof FIELDS)[Name] extends fc.Arbitrary<infer Value> ? Value : never;
};
const anyFields: fc.Arbitrary<Fields> = fc.record(FIELDS);

function factsOf(span: number, fields: Fields): SummaryFacts {
  const { parent, kind, start, duration, hasUsage, ...own } = fields;
  const [category, observationType] = kind;
  return {
    ...own,
    ...(hasUsage ? {} : NO_USAGE),
    spanId: String(span),
    parentSpanId: parent === null ? null : String(parent),
    category,
    observationType,
    startNs: BigInt(start),
    endNs: BigInt(start + duration),
  };
}

/** What totals depend on as often as all else. */
const changed = fc.oneof(
  fc.subarray(NAMES, { maxLength: 2 }),
  fc.subarray<keyof Fields>(['kind', 'hasUsage', 'responseId', 'start'], { minLength: 1 }),
);

/** Spans of one trace, each again and again with little changed. */
const growing: fc.Arbitrary<SummaryFacts[]> = fc
  .tuple(
    fc.array(anyFields, { minLength: 1, maxLength: 9 }),
    fc.array(fc.tuple(fc.nat(), anyFields, changed), { maxLength: 20 }),
  )
  .map(([spans, changes]) => {
    const latest = [...spans];
    const sent = spans.map((span, i) => factsOf(i + 1, span));
    for (const [nth, other, names] of changes) {
      const i = nth % spans.length;
      latest[i] = { ...latest[i]!, ...Object.fromEntries(names.map((name) => [name, other[name]])) };
      sent.push(factsOf(i + 1, latest[i]));
    }
    return sent;
  });

/** What is known of a span when it begins. */
const begun = (span: SummaryFacts): SummaryFacts => ({
  ...span,
  endNs: span.startNs,
  responseModel: null,
  statusCode: 0,
  hasError: 0,
  outputPreview: null,
  ...NO_USAGE,
});

const summaryOf = (spans: Iterable<SummaryFacts>): TraceSummary => {
  const summary = new TraceSummary();
  for (const span of spans) summary.add(span);
  return summary;
};

/** All that a summary says. */
function toldBy(summary: TraceSummary, spans: Iterable<SummaryFacts>): unknown {
  const facets = summary.facets.all().filter((count) => count.spans > 0);
  return {
    columns: summary.columns(),
    facets: facets.map(({ facet, value, spans: count }) => `${facet} ${value} ${count}`).sort(),
    counted: [...spans].map(({ spanId }) => [spanId, summary.tree.takeCounted(spanId)]),
  };
}

/** Answers how many times the summary had to be taken anew. */
function checkAll(sent: readonly SummaryFacts[]): number {
  const latest = new Map<string, SummaryFacts>();
  let summary = new TraceSummary();
  let again = 0;
  for (const span of sent) {
    const old = latest.get(span.spanId);
    latest.set(span.spanId, span);
    if (!old) summary.add(span);
    else if (!summary.replace(old, span)) {
      summary = summaryOf(latest.values());
      again++;
    }
    const expected = toldBy(summaryOf(latest.values()), latest.values());
    expect(toldBy(summary, latest.values())).toEqual(expected);
  }
  return again;
}

test('a summary in which spans were replaced is that of the spans that are left', () => {
  fc.assert(
    fc.property(growing, (sent) => void checkAll(sent)),
    { numRuns: 500 },
  );
});

test('spans that were sent when they began are replaced at their end without a look at the others', () => {
  const spans = fc.array(anyFields, { maxLength: 9 }).map((all) => all.map((own, i) => factsOf(i + 1, own)));
  fc.assert(
    fc.property(
      spans.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all))),
      ([all, ended]) => {
        expect(checkAll([...all.map(begun), ...ended])).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
