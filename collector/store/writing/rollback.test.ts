import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Signal } from '../../decode/count.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { LOG_TIME, logBytes } from '../../testing/otlp-logs.ts';
import { metricBytes } from '../../testing/otlp-metrics.ts';

/*
 * Whatever the writer gathers or remembers must be forgotten with a transaction that failed: what comes next is stored as if
 * that had never been. Two stores are sent the same, and one of them also what fails.
 */

let failing: OpenStore;
let untroubled: OpenStore;
beforeEach(() => {
  failing = new OpenStore();
  untroubled = new OpenStore();
});
afterEach(() => {
  failing.close();
  untroubled.close();
});

type Request = [Signal, Buffer];

/** All that a project may have: traces from `first` on, in which everything is named after `word`, records and points. */
function requestsOf(word: string, first: number): Request[] {
  const under = { resource: { 'service.name': `${word} service` }, scope: { name: `${word} scope` } };
  const spans = [first, first + 1].map((n) => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n),
    name: `${word} span`,
    start: n,
    end: n + 5,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': `${word}-model`,
      'gen_ai.agent.name': `${word} agent`,
      'gen_ai.usage.input_tokens': 5,
      [`gen_ai.${word}.key`]: word,
      'gen_ai.prompt.0.content': `${word} asked`,
      [`gen_ai.completion.0.${word}`]: `${word} said`,
      'session.id': `${word} session`,
      'user.id': `${word} user`,
      'langfuse.trace.tags': [`${word} tag`],
    },
  }));
  const logs = [...spans, {}].map((names, n) => ({
    ...names,
    time: LOG_TIME + BigInt(first + n),
    eventName: 'gen_ai.user.message',
    body: { content: `${word} in a log` },
  }));
  const points = { dataPoints: [{ timeUnixNano: String(LOG_TIME + BigInt(first)), asInt: '1' }] };
  const metric = { name: `${word} metric`, description: word, unit: word, gauge: points };
  return [
    ['traces', traceBytes({ ...under, spans })],
    ['logs', logBytes({ ...under, logs })],
    ['metrics', metricBytes([metric], { resource: under.resource, scope: under.scope.name })],
  ];
}

/** One commit of all, that fails when all is written and nothing is flushed, and then one of each that does. */
function failAtTheEndOf(requests: readonly Request[]): void {
  const { writer } = failing;
  const write = writer.write.bind(writer);
  const spy = vi.spyOn(writer, 'write').mockImplementation((fill) =>
    write((append, other) => {
      fill(append, other);
      throw new Error('no more');
    }),
  );
  expect(() => failing.commit('p', ...requests)).toThrow('no more');
  spy.mockRestore();
}

/** The same, when all but the project's row is flushed. */
function failInTheFlushOf(requests: readonly Request[]): void {
  failing.writing.exec(
    "CREATE TRIGGER poison BEFORE UPDATE ON projects BEGIN SELECT RAISE(ABORT, 'no more'); END",
  );
  expect(() => failing.commit('p', ...requests)).toThrow('no more');
  failing.writing.exec('DROP TRIGGER poison');
}

const both = (send: (store: OpenStore) => void): void => [failing, untroubled].forEach(send);
/** Other numbers in every store. */
const OWN = { ticket: null, state: null };
/** Of all tables but the words of search, which are not written in a commit. */
const contentOf = (store: OpenStore): Record<string, object[]> =>
  Object.fromEntries(
    store
      .tables()
      .filter((table) => table !== 'search')
      .map((table) => [
        table,
        store.all(`SELECT * FROM ${table}`).map((row) => ({ ...(row as object), ...OWN })),
      ]),
  );
const expectTheSame = (): void => expect(contentOf(failing)).toEqual(contentOf(untroubled));

describe.each([
  ['when all is written', failAtTheEndOf],
  ['when all is flushed', failInTheFlushOf],
])('a commit that fails %s leaves nothing', (_, fail) => {
  test.each([
    ['the same', () => requestsOf('refused', 10)],
    ['something else', () => requestsOf('new', 20)],
    ['more of what is stored', () => requestsOf('stored', 2)],
  ])('where %s comes next', (_next, next) => {
    both((store) => store.commit('p', ...requestsOf('stored', 1)));
    fail([...requestsOf('refused', 10), ...requestsOf('stored', 1), ...requestsOf('refused', 2)]);
    expectTheSame();
    both((store) => store.commit('p', ...next()));
    expectTheSame();
  });
});

test('a reindexing that fails leaves nothing', () => {
  both((store) => store.commit('p', ...requestsOf('stored', 1)));
  expect(() =>
    failing.writer.reextract((reextraction) => {
      reextraction.markSome(100);
      throw new Error('no more');
    }),
  ).toThrow('no more');
  both((store) => store.writer.reextract((reextraction) => reextraction.markSome(100)));
  expectTheSame();
});

test('a deletion that fails leaves nothing', () => {
  both((store) => store.commit('p', ...requestsOf('stored', 1), ...requestsOf('other', 5)));
  expect(() =>
    failing.writer.delete((deletion) => {
      deletion.doom(1);
      while (deletion.sweep());
      throw new Error('no more');
    }),
  ).toThrow('no more');
  both((store) => store.commit('p', ...requestsOf('other', 6)));
  expectTheSame();
});
