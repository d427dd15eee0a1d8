import type { Span, SpanDetail, SpanPage } from '../../contract/spans.ts';
import type { SpanFilter } from '../../store/reader/list-filters.ts';
import { logsOfTrace } from '../../store/reader/logs.ts';
import type { Order, PageRequest } from '../../store/reader/list-query.ts';
import { listSpans as readSpans } from '../../store/reader/span-list.ts';
import { pageOfTrace, spanItem, type SpanRecordRow } from '../../store/reader/spans.ts';
import { A_PAGE, answerableBytes, aSpan } from '../answer-bounds.ts';
import type { InProject, InSpan, InTrace, Reader, WithRaw } from '../reader.ts';
import { logItems } from '../log-content.ts';
import { rawSpanJson, spanDetail } from '../span-content.ts';
import { inProject } from '../whole-values.ts';

/** Throws a VALIDATION_ERROR where their bytes are asked for and are too much. */
export function spanItems(
  reader: Reader,
  rows: readonly SpanRecordRow[],
  includeRaw: boolean,
  of = A_PAGE,
): Span[] {
  const previews = reader.previews.read(rows);
  const items = rows.map((row, i) => spanItem(row, previews[i]));
  if (!includeRaw) return items;
  answerableBytes(reader, rows, of);
  const raw = reader.raw.read(rows);
  return items.map((item, i) => ({ ...item, raw_span: rawSpanJson(raw[i]!) }));
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
  const [item] = spanItems(reader, [row], false);
  return { ...spanDetail(item!, raw!, includeRawSpan), logs: logItems(reader, logs, aSpan(row.span_id)) };
}
