import type { TraceDetail, TracePage, TraceTreeDetail } from '../../contract/traces.ts';
import type { TraceFilter } from '../../store/reader/list-filters.ts';
import { spansOfTrace } from '../../store/reader/spans.ts';
import { listTraces as readTraces } from '../../store/reader/trace-list.ts';
import { traceSummary } from '../../store/reader/traces.ts';
import { treeOfTrace, treeRow } from '../../store/reader/tree-rows.ts';
import { treeOrder } from '../../store/reader/tree-order.ts';
import { needAnswerableCount } from '../answer-bounds.ts';
import type { InProject, InTrace, Reader, WithRaw } from '../reader.ts';
import { spanItems } from './spans.ts';
import { inProject } from '../whole-values.ts';

/** The largest trace that is answered whole; larger ones are read in pages. */
const MAX_WHOLE_TRACE = 10_000;

export const listTraces = (reader: Reader, { project, ...filter }: InProject & TraceFilter): TracePage =>
  readTraces(reader.statements, ...inProject(reader, 'traces', project, filter));

export function getTrace(reader: Reader, { includeRawSpan, ...at }: InTrace & WithRaw): TraceDetail {
  const trace = reader.trace(at);
  const of = {
    name: `trace ${trace.trace_id}`,
    instead: `read them in pages from …/traces/${trace.trace_id}/spans, or the tree with fields=tree`,
  };
  needAnswerableCount(trace.span_count, 'spans', of, MAX_WHOLE_TRACE);
  const ordered = treeOrder(spansOfTrace(reader.statements, trace.id));
  const rows = ordered.map(({ span }) => span);
  const spans = spanItems(reader, rows, includeRawSpan, of);
  return { ...traceSummary(trace), spans: spans.map((span, i) => ({ ...span, depth: ordered[i]!.depth })) };
}

/** The whole trace with no more than its tree shows. */
export function getTraceTree(reader: Reader, at: InTrace): TraceTreeDetail {
  const trace = reader.trace(at);
  needAnswerableCount(trace.span_count, 'spans', {
    name: `trace ${trace.trace_id}`,
    instead: `read them in pages from …/traces/${trace.trace_id}/spans`,
  });
  const ordered = treeOrder(treeOfTrace(reader.statements, trace.id));
  return { ...traceSummary(trace), spans: ordered.map(({ span, depth }) => treeRow(span, depth)) };
}
