import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedOrigin } from '../../decode/export-request.ts';
import { RequestWriter } from '../../ingest/worker/request-writer.ts';
import { contentsOf } from '../../testing/contents.ts';
import { BLIND_TO, makeOlder, olderRows, type Blindness } from '../../testing/older-extraction.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue, type SpanSpec } from '../../testing/otlp.ts';
import { SearchStore, talk } from '../../testing/search-store.ts';
import { recount } from '../recount/recount.ts';

/*
 * Spans that an older version extracted, extracted anew in pieces of any size, which may fail or end with their process,
 * with spans and deletions in between: in the end all that is stored is what a fresh database has after the same requests.
 */

const drawnSpan = fc.record({
  project: fc.constantFrom('p', 'p', 'p', 'q'),
  trace: fc.integer({ min: 1, max: 2 }),
  // Few, so that spans come again and placeholders meet.
  span: fc.integer({ min: 1, max: 3 }),
  parent: fc.option(fc.integer({ min: 1, max: 4 })),
  operation: fc.constantFrom('chat', 'invoke_agent', 'execute_tool', null),
  model: fc.option(fc.constantFrom('gpt-4o', 'unheard-of')),
  tokens: fc.option(fc.integer({ min: 0, max: 999 })),
  response: fc.option(fc.constantFrom('r1', 'r2'), { freq: 1 }),
  session: fc.option(fc.constantFrom('s1', 's2'), { freq: 2 }),
  tag: fc.option(fc.constantFrom('a', 'b'), { freq: 2 }),
  says: fc.option(fc.constantFrom('yes', 'no', 'maybe')),
  /** What announces the span is sent in its place: several do. */
  announcement: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 2 }),
});
type Drawn = typeof drawnSpan extends fc.Arbitrary<infer T> ? T : never;

function specOf(span: Drawn): SpanSpec {
  const given: Record<string, PlainValue | null> = {
    'gen_ai.operation.name': span.operation,
    'gen_ai.request.model': span.model,
    'gen_ai.usage.input_tokens': span.tokens,
    'gen_ai.response.id': span.response,
    'session.id': span.session,
    'tag.tags': span.tag === null ? null : [span.tag, 'all'],
    ...(span.says === null ? {} : talk([span.says])),
    ...(span.announcement === null
      ? {}
      : { 'logfire.span_type': 'pending_span', 'logfire.pending_parent_id': spanIdOf(span.parent ?? 0) }),
  };
  const parent = span.announcement === null ? span.parent : span.span;
  return {
    traceId: traceIdOf(span.trace),
    spanId: spanIdOf(span.announcement === null ? span.span : span.span * 16 + span.announcement),
    ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
    attributes: Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, PlainValue] => entry[1] !== null),
    ),
  };
}

const change = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('spans' as const),
      spans: fc.array(drawnSpan, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('delete' as const), trace: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('reindex' as const),
      limit: fc.integer({ min: 1, max: 5 }),
      pieces: fc.integer({ min: 1, max: 4 }),
      ends: fc.constantFrom('commit', 'commit', 'failure', 'restart'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('search' as const) }) },
);

class Failure extends Error {}

class Aged extends SearchStore {
  readonly attributes = { trace_attributes: [], span_attributes: [], auto_index_genai: true };

  keepOlder(spans: readonly Drawn[], blind: readonly Blindness[]): void {
    for (const span of spans)
      this.writer.write((append) => {
        for (const row of olderRows(traceBytes({ spans: [specOf(span)] }), blind)) append(span.project, row);
      });
    makeOlder(this.writing);
    this.restart();
  }

  /** Answers whether anything was due. */
  reindex(pieces: number, limit: number, fails = false): boolean {
    const requests = new RequestWriter({ attributes: this.attributes });
    return this.writer.reextract((reextraction) => {
      let isAnyDue = false;
      for (let piece = 0; piece < pieces; piece++) {
        const due = reextraction.next(limit);
        if (due === null) break;
        isAnyDue = true;
        for (const span of due.spans) {
          const { raw } = span;
          reextraction.replace(
            due,
            span,
            requests.extractStored(raw!.bytes, storedOrigin(raw!.resource, raw!.scope)),
          );
        }
        reextraction.end(due);
      }
      if (fails) throw new Failure();
      return isAnyDue;
    });
  }

  failAt(pieces: number, limit: number): void {
    try {
      this.reindex(pieces, limit, true);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

function keep(store: SearchStore, spans: readonly Drawn[]): void {
  for (const span of spans) store.keepSpans(span.project, specOf(span));
}

/** A span of a session, or what announces it. */
const announcement = (number: number | null): Drawn => ({
  project: 'p',
  trace: 1,
  span: 1,
  parent: null,
  operation: 'chat',
  model: null,
  tokens: null,
  response: null,
  session: 's1',
  tag: null,
  says: null,
  announcement: number,
});

test('what was extracted anew is what a fresh database holds, whatever happens in between', () => {
  fc.assert(
    fc.property(
      fc.array(drawnSpan, { minLength: 1, maxLength: 14 }),
      fc.subarray([...BLIND_TO]),
      fc.boolean(),
      fc.array(change, { maxLength: 10 }),
      (before, blind, isFound, changes) => {
        const [aged, fresh] = [new Aged(), new SearchStore()];
        try {
          aged.keepOlder(before, blind);
          if (isFound) aged.catchUp();
          keep(fresh, before);
          for (const one of changes) {
            if (one.what === 'spans') {
              keep(aged, one.spans);
              keep(fresh, one.spans);
            } else if (one.what === 'delete') {
              const command = {
                type: 'delete-trace',
                projectId: 'p',
                traceId: traceIdOf(one.trace),
              } as const;
              aged.run(command);
              fresh.run(command);
            } else if (one.what === 'search') aged.catchUp();
            else {
              const { pieces, limit, ends } = one;
              if (ends === 'failure') {
                const held = contentsOf(aged.reading);
                aged.failAt(pieces, limit);
                assert.deepEqual(contentsOf(aged.reading), held);
              } else aged.reindex(pieces, limit);
              if (ends === 'restart') aged.restart();
            }
            expect(recount(aged.reading)).toEqual([]);
          }
          while (aged.reindex(3, 4));
          aged.catchUp();
          fresh.catchUp();
          const [was, is] = [contentsOf(fresh.reading), contentsOf(aged.reading)];
          expect(is).toEqual(was);
          for (const word of ['yes', 'no', 'maybe', 'gpt-4o'])
            for (const listed of ['traces', 'sessions'] as const)
              expect([word, aged.search(listed, word)]).toEqual([word, fresh.search(listed, word)]);
        } finally {
          aged.close();
          fresh.close();
        }
      },
    ),
    {
      numRuns: 30,
      examples: [
        // An announcement and its span, both kept by a version that did not know announcements.
        [
          [announcement(1), announcement(null)],
          ['placeholders'],
          false,
          [
            { what: 'reindex', limit: 1, pieces: 1, ends: 'commit' },
            { what: 'reindex', limit: 1, pieces: 1, ends: 'commit' },
            { what: 'delete', trace: 1 },
          ],
        ],
      ],
    },
  );
}, 120_000);
