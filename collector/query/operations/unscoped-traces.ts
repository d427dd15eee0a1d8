import type {
  UnscopedFilters,
  UnscopedTraceDetail,
  UnscopedTraceList,
  UnscopedTraceSpans,
} from '../../contract/unscoped.ts';
import { attributeOptions } from '../../store/reader/attribute-options.ts';
import { columnOptions } from '../../store/reader/column-attributes.ts';
import { attributesOfTrace } from '../../store/reader/trace-attributes.ts';
import { namesOfSpans } from '../../store/reader/unscoped-filters.ts';
import { unscopedSpan, unscopedSpansOfTrace } from '../../store/reader/unscoped-spans.ts';
import {
  readUnscopedTrace,
  unscopedTrace,
  walkTraces,
  type UnscopedTraceFilter,
} from '../../store/reader/unscoped-traces.ts';
import { fromCursor, toCursor, type FromCursor } from '../cursor.ts';
import { needAnswerableCount } from '../answer-bounds.ts';
import type { InProject, InTrace, Reader } from '../reader.ts';
import { inProject } from '../whole-values.ts';

export function listUnscopedTraces(
  reader: Reader,
  { project, cursor, limit, ...filter }: InProject & FromCursor & UnscopedTraceFilter,
): UnscopedTraceList {
  const from = fromCursor('traces', cursor);
  const wanted = inProject(reader, 'traces', project, filter);
  const page = walkTraces(reader.statements, ...wanted, { from, limit });
  return { traces: page.rows.map(unscopedTrace), ...toCursor('traces', page) };
}

export function getUnscopedTrace(reader: Reader, at: InTrace): UnscopedTraceDetail {
  const { id } = reader.trace(at);
  const attributes = attributesOfTrace(reader.statements, reader.project(at.project), id);
  return { ...unscopedTrace(readUnscopedTrace(reader.statements, id)), attributes };
}

export function listSpansOfUnscopedTrace(reader: Reader, at: InTrace): UnscopedTraceSpans {
  const trace = reader.trace(at);
  const instead = `read them in pages from /api/v1/spans?trace_id=${trace.trace_id}`;
  needAnswerableCount(trace.span_count, 'spans', { name: `trace ${trace.trace_id}`, instead });
  return { spans: unscopedSpansOfTrace(reader.statements, trace.id).map(unscopedSpan) };
}

/** What a list of traces may be filtered by. */
export function unscopedFilters(reader: Reader, at: InProject): UnscopedFilters {
  const project = reader.project(at.project);
  const { statements } = reader;
  const attributes = [...attributeOptions(statements, project), ...columnOptions(statements, project)];
  return {
    services: namesOfSpans(statements, project, 'service_name'),
    frameworks: namesOfSpans(statements, project, 'framework'),
    attributes: attributes.sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}
