import type { Span, SpanDetail, SpanPage } from '../../contract/spans.ts';
import { logsOfTrace } from '../../store/reader/logs.ts';
import type { Order, PageRequest } from '../../store/reader/list-query.ts';
import {
  listSpans as readSpans,
  pageOfTrace,
  spanItem,
  type SpanFilter,
  type SpanRecordRow,
} from '../../store/reader/spans.ts';
import type { InProject, InSpan, InTrace, Reader, WithRaw } from '../reader.ts';
import { logItems } from '../log-content.ts';
import { rawSpanJson, spanDetail } from '../span-content.ts';
import { inProject } from '../whole-values.ts';

export function spanItems(reader: Reader, rows: readonly SpanRecordRow[], includeRaw: boolean): Span[] {
  if (!includeRaw) return rows.map(spanItem);
  const raw = reader.raw.read(rows);
  return rows.map((row, i) => ({ ...spanItem(row), raw_span: rawSpanJson(raw[i]!) }));
}

export function listSpans(reader: Reader, { project, ...filter }: InProject & SpanFilter): SpanPage {
  const { rows, meta } = readSpans(reader.statements, ...inProject(reader, 'spans', project, filter));
  return { data: spanItems(reader, rows, filter.include_raw_span), meta };
}

export function listTraceSpans(
  reader: Reader,
  { includeRawSpan, page, limit, order, ...at }: InTrace & WithRaw & PageRequest & { readonly order: Order },
): SpanPage {
  const { id, span_count } = reader.trace(at);
  const { rows, meta } = pageOfTrace(reader.statements, id, span_count, { page, limit }, order);
  return { data: spanItems(reader, rows, includeRawSpan), meta };
}

export function getSpan(reader: Reader, { includeRawSpan, ...at }: InSpan & WithRaw): SpanDetail {
  const row = reader.span(at);
  const [raw] = reader.raw.read([row]);
  const logs = logsOfTrace(reader.statements, reader.project(at.project), row.trace_id, row.span_id);
  return { ...spanDetail(spanItem(row), raw!, includeRawSpan), logs: logItems(reader, logs) };
}
