import type { UnscopedEventList, UnscopedSpanDetail } from '../../contract/unscoped-events.ts';
import type { UnscopedSpanList, UnscopedSpanQuery } from '../../contract/unscoped.ts';
import { plainAttributes } from '../../decode/plain-json.ts';
import { ApiError } from '../../errors.ts';
import { findSpan, type SpanRecordRow } from '../../store/reader/spans.ts';
import {
  newestTraceOfSpan,
  readUnscopedSpan,
  unscopedSpan,
  walkSpans,
} from '../../store/reader/unscoped-spans.ts';
import { findTrace } from '../../store/reader/traces.ts';
import { fromCursor, toCursor, type FromCursor } from '../cursor.ts';
import type { InProject, Reader } from '../reader.ts';
import { unscopedEventDetails, unscopedEvents } from '../unscoped-events.ts';
import { conversationSpan } from './messages.ts';

export function listUnscopedSpans(
  reader: Reader,
  { project, cursor, limit, ...filter }: InProject & FromCursor & UnscopedSpanQuery,
): UnscopedSpanList {
  const from = fromCursor('spans', cursor);
  const page = walkSpans(reader.statements, reader.project(project), filter, { from, limit });
  return { spans: page.rows.map(unscopedSpan), ...toCursor('spans', page) };
}

/** A span by its id alone, or by its trace too. */
export interface OneSpan extends InProject {
  readonly spanId: string;
  readonly traceId: string | undefined;
}

export function getUnscopedSpan(reader: Reader, at: OneSpan): UnscopedSpanDetail {
  const row = find(reader, at);
  const span = conversationSpan(reader, at, row);
  return {
    ...unscopedSpan(readUnscopedSpan(reader.statements, row.id)),
    data: {
      attributes: plainAttributes(span.record.attributes),
      resource: { attributes: plainAttributes(span.record.resource) },
    },
    events: unscopedEvents(span),
  };
}

export const listUnscopedEvents = (reader: Reader, at: OneSpan): UnscopedEventList => ({
  events: unscopedEventDetails(conversationSpan(reader, at, find(reader, at))),
});

function find(reader: Reader, { project, spanId, traceId }: OneSpan): SpanRecordRow {
  const { statements } = reader;
  const id = reader.project(project);
  const inTrace = traceId?.toLowerCase() ?? newestTraceOfSpan(statements, id, spanId.toLowerCase());
  const trace = inTrace === undefined ? undefined : findTrace(statements, id, inTrace);
  const span = trace && findSpan(statements, trace.id, spanId.toLowerCase());
  if (span) return span;
  const where = traceId === undefined ? '' : ` in trace ${traceId}`;
  throw new ApiError('SPAN_NOT_FOUND', `no span ${spanId}${where}`);
}
