import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOST_SEARCHED } from '../../messages/most-messages.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { SearchStore, talk } from '../../testing/search-store.ts';

let store: SearchStore;
beforeEach(() => (store = new SearchStore()));
afterEach(() => store.close());

/** Span `n` of trace `trace`. */
const span = (
  trace: number,
  n: number,
  input: readonly string[],
  output: readonly string[] = [],
): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  name: `step ${n}`,
  start: 1000 + n,
  attributes: talk(input, output),
});
const count = (rows: string): number => Number(store.one(`SELECT COUNT(*) FROM ${rows}`));
const deleteTrace = (traceId: string): unknown =>
  store.run({ type: 'delete-trace', projectId: 'p', traceId });
const spans = (...ns: readonly number[]): string[] => ns.map(spanIdOf);
const traces = (...ns: readonly number[]): string[] => ns.map(traceIdOf);

describe('a text is indexed once a trace', () => {
  test('with the span that was stored first, whoever else carries it, in one batch or several', () => {
    store.keepSpans('p', span(1, 1, ['alpha']), span(1, 2, ['alpha', 'beta']));
    store.keepSpans('p', span(1, 3, ['alpha', 'beta', 'gamma']), span(2, 4, ['alpha']));
    store.indexSome(2);
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(1, 4));
    expect(store.search('spans', 'beta')).toEqual(spans(2));
    expect(store.search('spans', 'gamma')).toEqual(spans(3));
    expect(store.search('traces', 'alpha')).toEqual(traces(1, 2));
    expect(count('search_texts WHERE trace = 1')).toBe(3);
  });

  test('a repeated history is not read out again', () => {
    store.keepSpans('p', span(1, 1, ['alpha']));
    store.keepSpans('p', span(1, 2, ['alpha']));
    store.catchUp();
    store.keepSpans('p', span(1, 3, ['alpha', 'beta']));
    const [entry] = store.readQueue().entries;
    expect(entry!.texts).toEqual([[expect.any(Number), 'beta']]);
  });
});

describe('a replaced span', () => {
  test('loses its old words at once and is found by the new ones after indexing', () => {
    store.keepSpans('p', span(1, 1, ['alpha']));
    store.catchUp();
    store.keepSpans('p', span(1, 1, ['beta']));
    expect(store.search('spans', 'alpha')).toEqual([]);
    expect(store.behind).toBe(1);
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual([]);
    expect(store.search('spans', 'beta')).toEqual(spans(1));
    expect(count('search_texts')).toBe(1);
  });

  test('that no longer carries a text leaves it to another that does', () => {
    store.keepSpans('p', span(1, 1, ['alpha']), span(1, 2, ['alpha']), span(1, 3, ['alpha']));
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(1));
    store.keepSpans('p', span(1, 1, ['beta']));
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(2));
    store.keepSpans('p', span(1, 2, []));
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(3));
  });

  test('that grows costs the others nothing', () => {
    store.keepSpans('p', span(1, 1, ['alpha'], ['one']), span(1, 2, ['alpha']));
    store.catchUp();
    store.keepSpans('p', span(1, 1, ['alpha'], ['one two']));
    store.indexSome();
    expect(store.behind).toBe(0);
    expect(store.search('spans', '"one two"')).toEqual(spans(1));
  });

  test('sent again as it was is found as before', () => {
    store.keepSpans('p', span(1, 1, ['alpha']));
    store.catchUp();
    store.keepSpans('p', span(1, 1, ['alpha']));
    store.keepSpans('p', span(1, 1, ['alpha']));
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(1));
    expect([count('search'), count('search_spans')]).toEqual([1, 1]);
  });

  test('before it was ever indexed is simply indexed', () => {
    store.keepSpans('p', span(1, 1, ['alpha']), span(1, 1, ['beta']), span(1, 2, ['alpha']));
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(2));
    expect(store.search('spans', 'beta')).toEqual(spans(1));
  });
});

describe('what was read before a change is not indexed after it', () => {
  test('a span that would share what another told no longer keeps what it tells itself', () => {
    store.keepSpans('p', span(1, 1, ['alpha']), span(1, 2, ['beta']));
    store.catchUp();
    store.keepSpans('p', span(1, 1, ['alpha', 'beta']));
    const batch = store.readQueue();
    store.keepSpans('p', span(1, 2, ['gamma']));
    const { entries, ...rest } = store.readQueue();
    const tellsGamma = entries.filter(({ texts }) => texts.some(([, text]) => text === 'gamma'));
    store.indexSome(undefined, { ...rest, entries: tellsGamma });
    expect(store.indexSome(undefined, batch)).toBe(0);
    expect(count('search_texts')).toBe(2);
    store.catchUp();
    expect([store.search('spans', 'alpha'), store.search('spans', 'beta')]).toEqual([spans(1), spans(1)]);
  });

  test('a replaced span waits to be read again', () => {
    store.keepSpans('p', span(1, 1, ['alpha']));
    const batch = store.readQueue();
    store.keepSpans('p', span(1, 1, ['beta']));
    expect(store.indexSome(undefined, batch)).toBe(0);
    expect(store.behind).toBe(1);
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual([]);
  });

  test('nor under the id of a deleted span that another has got', () => {
    store.keepSpans('p', span(1, 1, ['alpha']));
    const batch = store.readQueue();
    deleteTrace(traceIdOf(1));
    store.keepSpans('p', span(2, 2, ['beta']));
    expect(store.readQueue().entries[0]!.span).toBe(batch.entries[0]!.span);
    expect(store.indexSome(undefined, batch)).toBe(0);
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual([]);
    expect(store.search('spans', 'beta')).toEqual(spans(2));
  });

  test('a text that another span was to have told is read when that one has lost it', () => {
    store.keepSpans('p', span(1, 1, ['alpha']), span(1, 2, ['gamma', 'alpha']));
    const batch = store.readQueue();
    store.keepSpans('p', span(1, 1, ['beta']));
    store.indexSome(undefined, batch);
    store.catchUp();
    expect(store.search('spans', 'alpha')).toEqual(spans(2));
    // What stood before it is nobody's until then.
    expect(store.search('spans', 'gamma')).toEqual(spans(2));
  });
});

test('a deleted trace takes everything of it out of search', () => {
  store.keepSpans('p', span(1, 1, ['alpha']), span(1, 2, ['alpha', 'beta']), span(2, 3, ['alpha']));
  store.catchUp();
  store.keepSpans('p', span(1, 4, ['delta']));
  deleteTrace(traceIdOf(1));
  expect(store.search('spans', 'alpha')).toEqual(spans(3));
  expect(store.behind).toBe(0);
  const rest = ['search', 'search_spans', 'search_texts'].map((table) => count(table));
  expect(rest).toEqual([1, 1, 1]);
});

test('a file of an earlier version is indexed from its beginning', () => {
  store.keepSpans('p', span(1, 1, ['alpha']), span(1, 2, ['beta']));
  store.catchUp();
  for (const table of ['search', 'search_spans', 'search_texts', 'search_queue'])
    store.writing.exec(`DROP TABLE ${table}`);
  store.writing.exec(readFileSync(new URL('../file/migrations/0008-search.sql', import.meta.url), 'utf8'));
  // As a later migration counts them.
  store.writing.exec('INSERT INTO search_waiting (id, spans) SELECT 1, COUNT(*) FROM search_queue');
  store.restart();
  expect(store.behind).toBe(2);
  store.catchUp();
  expect(store.search('spans', 'beta')).toEqual(spans(2));
});

test('a span whose bytes are gone is found by its names, the others by their texts', () => {
  store.keepSpans('p', span(1, 1, ['alpha']));
  store.keepSpans('p', span(2, 2, ['alpha']));
  store.writing.exec('DELETE FROM chunks WHERE id = (SELECT MIN(id) FROM chunks)');
  const batch = store.readQueue();
  expect(batch).toMatchObject({ unreadable: 1, failure: expect.stringContaining('chunk') as string });
  store.indexSome(undefined, batch);
  expect(store.behind).toBe(0);
  expect(store.search('spans', 'alpha')).toEqual(spans(2));
  expect(store.search('spans', '"step 1"')).toEqual(spans(1));
});

test('a span of more messages than are read at once is found by its names, those beside it by their texts', () => {
  const words = Array.from({ length: MOST_SEARCHED + 1 }, (_, i) => `alpha ${i}`);
  store.keepSpans('p', span(1, 1, words), span(1, 2, ['alpha']));
  const batch = store.readQueue();
  const failure = expect.stringContaining(`more than ${MOST_SEARCHED} messages`) as string;
  expect(batch).toMatchObject({ unreadable: 1, failure });
  store.indexSome(undefined, batch);
  store.catchUp();
  expect(store.search('spans', 'alpha')).toEqual(spans(2));
  expect(store.search('spans', '"step 1"')).toEqual(spans(1));
});

test('a span that is read again is found by what it says then alone', () => {
  store.keepSpans('p', { traceId: traceIdOf(1), spanId: spanIdOf(1) });
  store.catchUp();
  const readAs = (name: string): void => {
    store.writer.index((search) => search.enqueueAgain(1));
    const ticket = Number(store.one('SELECT ticket FROM search_queue'));
    const entry = { span: 1, trace: 1, ticket, names: [name], texts: [] };
    expect(store.writer.index((search) => search.index(entry))).toBe(true);
  };
  readAs('apple');
  readAs('pear');
  expect(['apple', 'pear'].map((word) => store.search('spans', word))).toEqual([[], [spanIdOf(1)]]);
});
