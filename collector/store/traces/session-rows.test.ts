import { onTestFinished, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { recount } from '../recount/recount.ts';

const spanOf = (n: number, sessionId: string): SpanSpec => ({
  traceId: traceIdOf(n),
  spanId: spanIdOf(n),
  start: 1_770_000_000_000 + n,
  end: 1_770_000_000_001 + n,
  attributes: { 'session.id': sessionId, 'gen_ai.request.model': 'gpt-4o', 'gen_ai.operation.name': 'chat' },
});

function opened(): OpenStore {
  const store = new OpenStore();
  onTestFinished(() => store.close());
  return store;
}

const mistakes = (store: OpenStore): unknown[] => recount(store.reading);

test('a session that comes while another one is still being deleted has nothing of it', () => {
  const store = opened();
  store.keepSpans('p', spanOf(1, 'gone'));
  store.writer.delete((deletion) => deletion.doom(store.one('SELECT id FROM traces') as number));
  store.restart();
  store.keepSpans('q', spanOf(2, 'come'));
  expect(mistakes(store)).toEqual([]);
  while (store.writer.delete((deletion) => deletion.sweep()));
  expect(mistakes(store)).toEqual([]);
  expect(store.all('SELECT DISTINCT project_id FROM session_names JOIN projects ON id = project')).toEqual([
    { project_id: 'q' },
  ]);
});

test('one more trace of a session reads none of the others', () => {
  const store = opened();
  store.keepSpans('p', ...Array.from({ length: 500 }, (_, i) => spanOf(i + 1, 's')));
  // Whoever summed the session up by its traces would find these.
  store.writing.exec('UPDATE traces SET input_tokens = 1000000, end_ns = 0, user_id = NULL');
  store.keepSpans('p', spanOf(501, 's'));
  expect(
    store.all('SELECT trace_count, span_count, input_tokens, end_ns / 1000000 AS end FROM sessions'),
  ).toEqual([{ trace_count: 501, span_count: 501, input_tokens: 0, end: 1_770_000_000_502 }]);
});
