import * as fc from 'fast-check';
import { TraceDecoder } from '../decode/traces.ts';
import { createExtractor } from '../extract/extract.ts';
import { spanRow } from '../ingest/worker/span-row.ts';
import type { SpanRow } from '../store/rows/span-row.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec, type SpanSpec } from './otlp.ts';

/** A span of a few small traces, in what decides about totals. */
export interface Sketch {
  readonly trace: number;
  readonly span: number;
  readonly parent: number | null;
  readonly kind: string;
  readonly tokens: number | null;
  /** Cached tokens are told. */
  readonly isDetailed: boolean;
  readonly cost: number | null;
  readonly session: string | null;
  readonly user: string | null;
  readonly model: string | null;
  readonly response: string | null;
  readonly said: string | null;
  readonly start: number;
  readonly isError: boolean;
  /** Not the span but what announces it, under an id of its own. */
  readonly isPlaceholder: boolean;
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });
export const sketch: fc.Arbitrary<Sketch> = fc.record({
  trace: fc.integer({ min: 1, max: 3 }),
  span: fc.integer({ min: 1, max: 8 }),
  // Parents that never come (9), the span itself and cycles among them.
  parent: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 4 }),
  kind: fc.constantFrom('LLM', 'LLM', 'EMBEDDING', 'TOOL', 'AGENT', 'CHAIN', 'NONE'),
  // Often the same, as two recordings of one call have it.
  tokens: fc.option(fc.oneof(fc.nat(1000), { weight: 3, arbitrary: fc.constant(100) })),
  isDetailed: fc.boolean(),
  cost: rarely(fc.nat(1000)),
  session: rarely(fc.constantFrom('s1', 's2')),
  user: rarely(fc.constantFrom('u1', 'u2')),
  model: rarely(fc.constantFrom('m1', 'm2')),
  response: rarely(fc.constantFrom('r1', 'r2')),
  said: fc.option(fc.constantFrom('yes', 'no')),
  start: fc.nat(5),
  isError: fc.boolean(),
  isPlaceholder: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});

/** The span as it is at its end, where the sketch is of its beginning. */
export const ended = (begun: Sketch): Sketch => ({
  ...begun,
  tokens: begun.tokens ?? begun.span,
  model: begun.model ?? 'm3',
  said: begun.said ?? 'yes',
  isError: !begun.isError,
});

const decoder = new TraceDecoder();
const extractor = createExtractor();

/** What the pipeline would hand to the writer. */
export function rowsOf(spans: readonly Sketch[]): SpanRow[] {
  const rows: SpanRow[] = [];
  for (const one of spans) {
    const given: Record<string, string | number | null> = {
      'openinference.span.kind': one.kind === 'NONE' ? null : one.kind,
      'llm.token_count.prompt': one.tokens,
      'llm.token_count.prompt_details.cache_read':
        one.tokens === null || !one.isDetailed ? null : one.tokens % 7,
      'llm.token_count.completion': one.tokens === null ? null : one.tokens % 5,
      'llm.cost.total': one.cost === null ? null : one.cost / 1000,
      'session.id': one.session,
      'user.id': one.user,
      'llm.model_name': one.model,
      'gen_ai.response.id': one.response,
      'input.value': one.said,
      'output.value': one.said,
      ...(one.isPlaceholder
        ? { 'logfire.span_type': 'pending_span', 'logfire.pending_parent_id': spanIdOf(one.parent ?? 0) }
        : {}),
    };
    const attributes = Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string | number] => entry[1] !== null),
    );
    const span = {
      traceId: traceIdOf(one.trace),
      ...idsOf(one),
      name: JSON.stringify(one),
      start: 1000 + one.start,
      // Of some the end is missing.
      end: one.span % 4 === 0 ? 0 : 1000 + one.start + (one.span % 3),
      attributes,
      status: { code: one.isError ? 2 : 0 },
    };
    const resource = { 'service.name': `service ${one.start}` };
    rows.push(rowOf(span, { resource }));
  }
  return rows;
}

function idsOf({ span, parent, isPlaceholder }: Sketch): Pick<SpanSpec, 'spanId' | 'parentSpanId'> {
  if (isPlaceholder) return { spanId: spanIdOf(100 + span), parentSpanId: spanIdOf(span) };
  return { spanId: spanIdOf(span), ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }) };
}

/** One span as the pipeline would hand it to the writer. */
export function rowOf(span: SpanSpec, under: Omit<RequestSpec, 'spans'> = {}): SpanRow {
  const rows: SpanRow[] = [];
  decoder.decode(traceBytes({ ...under, spans: [span] }), (read) =>
    rows.push(spanRow(read, extractor.extract(read))),
  );
  return rows[0]!;
}
