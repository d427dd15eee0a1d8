import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type PlainValue } from '../../testing/otlp.ts';

let store: OpenStore;
beforeEach(() => (store = new OpenStore()));
afterEach(() => store.close());

const keep = (trace: number, attributes: Readonly<Record<string, PlainValue>>): void =>
  store.keepSpans('p', { traceId: traceIdOf(trace), spanId: spanIdOf(1), attributes });
const deleteTrace = (trace: number): void =>
  void store.run({ type: 'delete-trace', projectId: 'p', traceId: traceIdOf(trace) });
const named = (facet: string): unknown[] =>
  store.all(
    `SELECT value, traces, spans, (SELECT COUNT(*) FROM trace_facets WHERE value = facet_values.id) AS carried
     FROM facet_values WHERE facet = '${facet}' ORDER BY value`,
  );
const once = (value: string): object => ({ value, traces: 1, spans: 1, carried: 1 });

/** What is sent, as which name, and what is kept of it. */
const NAMES: readonly (readonly [
  what: string,
  facet: string,
  sent: Record<string, PlainValue>,
  kept: string,
])[] = [
  ['a long name', 'agent', { 'gen_ai.agent.name': 'a'.repeat(1001) }, 'a'.repeat(1000)],
  [
    'one that is cut inside a pair',
    'agent',
    { 'gen_ai.agent.name': `${'a'.repeat(999)}😀😀` },
    'a'.repeat(999),
  ],
  ['one of pairs', 'user_id', { 'user.id': '😀'.repeat(600) }, '😀'.repeat(500)],
  ['a tag with half a pair', 'tag', { 'langfuse.trace.tags': String.raw`["x\ud83dy"]` }, 'x\ufffdy'],
  ['a long tag', 'tag', { 'langfuse.trace.tags': JSON.stringify(['b'.repeat(2000)]) }, 'b'.repeat(1000)],
  [
    'half a pair inside JSON',
    'user_id',
    { 'mlflow.spanType': '"AGENT"', 'mlflow.trace.user': String.raw`"\ud83d!"` },
    '\ufffd!',
  ],
];

describe.for(NAMES)('%s', ([, facet, sent, kept]) => {
  test('is kept as it can be found again, and goes with its last trace', () => {
    keep(9, {});
    for (const trace of [1, 2]) {
      keep(trace, sent);
      keep(trace, sent);
      expect(named(facet)).toEqual([once(kept)]);
      deleteTrace(trace);
      expect(named(facet)).toEqual([]);
    }
    // Whoever remembered the ids of names that went would give them to these.
    keep(3, sent);
    keep(4, { 'gen_ai.agent.name': 'other' });
    expect(named(facet)).toContainEqual(once(kept));
    expect(store.all('SELECT 1 FROM trace_facets WHERE value NOT IN (SELECT id FROM facet_values)')).toEqual(
      [],
    );
  });
});

test('a user and a session have the spans of their traces that name none, whichever of them come first or again', () => {
  const send = (trace: number, span: number, names: Readonly<Record<string, PlainValue>>): void =>
    store.keepSpans('p', {
      traceId: traceIdOf(trace),
      spanId: spanIdOf(span),
      ...(span === 1 ? {} : { parentSpanId: spanIdOf(1) }),
      attributes: names,
    });
  const counts = (facet: string): unknown =>
    store.all(`SELECT value, traces, spans FROM facet_values WHERE facet = '${facet}' ORDER BY value`);
  send(1, 2, {});
  send(1, 3, { 'user.id': 'guest', 'session.id': 's' });
  expect(counts('user_id')).toEqual([{ value: 'guest', traces: 1, spans: 2 }]);
  send(1, 1, { 'user.id': 'ada' });
  expect(counts('user_id')).toEqual([
    { value: 'ada', traces: 1, spans: 2 },
    { value: 'guest', traces: 1, spans: 1 },
  ]);
  expect(counts('session_id')).toEqual([{ value: 's', traces: 1, spans: 3 }]);
  store.restart();
  send(1, 4, {});
  send(1, 1, { 'user.id': 'bob' });
  expect(counts('user_id')).toEqual([
    { value: 'bob', traces: 1, spans: 3 },
    { value: 'guest', traces: 1, spans: 1 },
  ]);
  send(2, 1, { 'user.id': 'bob' });
  deleteTrace(1);
  expect(counts('user_id')).toEqual([{ value: 'bob', traces: 1, spans: 1 }]);
  expect(counts('session_id')).toEqual([]);
});

test('halves of pairs that an older version kept in tags are one name, as SQLite has them', () => {
  keep(9, {});
  keep(1, { 'langfuse.trace.tags': ['other'] });
  store.writing
    .prepare('UPDATE spans SET tags = ? WHERE tags IS NOT NULL')
    .run(String.raw`["\ud83d","\ud83e"]`);
  store.writing.exec("UPDATE facet_values SET value = '\ufffd' WHERE facet = 'tag'");
  store.restart();
  store.keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(2) });
  expect(named('tag')).toEqual([once('\ufffd')]);
  deleteTrace(1);
  expect(named('tag')).toEqual([]);
});
