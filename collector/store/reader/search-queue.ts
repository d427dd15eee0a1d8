import { decodeHashes } from '../search/search-hashes.ts';
import type { Statements } from './list-query.ts';
import { SPAN_RECORD, type SpanRecordRow } from './spans.ts';

/** A span that search is to find, as it stands now. */
export type QueuedSpan = SpanRecordRow & {
  readonly project: number;
  readonly trace: number;
  readonly ticket: number;
};

/**
 * The spans behind row `after` that have waited longest, the first stored first. Those of traces that are being deleted are left out. CROSS
 * JOIN: however many spans there are, it is the queue that is walked.
 */
export const queuedSpans = (statements: Statements, after: number, limit: number): QueuedSpan[] =>
  statements.all<QueuedSpan>(
    `SELECT spans.project, spans.trace, search_queue.ticket, ${SPAN_RECORD}
     FROM search_queue CROSS JOIN spans ON spans.id = search_queue.span CROSS JOIN traces ON traces.id = spans.trace
     WHERE search_queue.span > ? ORDER BY search_queue.span LIMIT ?`,
    [after, limit],
  );

/** Spans that are not indexed yet, or not as they are now: without those of traces that are being deleted, which wait, too. */
export function spansBehind(statements: Statements): number {
  return statements.count(
    `SELECT SUM(spans) - (SELECT COUNT(*) FROM doomed_traces CROSS JOIN spans ON spans.trace = doomed_traces.trace
       CROSS JOIN search_queue ON search_queue.span = spans.id) AS n
     FROM search_waiting`,
    [],
  );
}

/** The hashes of the texts that the span is found by already. */
export function textsToldBy(statements: Statements, span: number): number[] {
  const row = statements.get<{ texts: Buffer }>('SELECT texts FROM search_spans WHERE span = ?', [span]);
  return row === undefined ? [] : decodeHashes(row.texts);
}

/** How many spans of a trace carry a text that is indexed: none, one or several. */
export function carriersOf(statements: Statements, trace: number, hash: number): 'none' | 'one' | 'several' {
  const row = statements.get<{ is_shared: number }>(
    'SELECT is_shared FROM search_texts WHERE trace = ? AND hash = ?',
    [trace, hash],
  );
  if (row === undefined) return 'none';
  return row.is_shared === 1 ? 'several' : 'one';
}
