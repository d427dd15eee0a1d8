import { ApiError } from '../errors.ts';
import { createPricing, type PricingOptions } from '../extract/pricing.ts';
import type { ReadableDatabase } from '../store/file/database.ts';
import { KeptFigures } from '../store/reader/kept-figures.ts';
import { Statements } from '../store/reader/list-query.ts';
import { PreviewReader } from '../store/chunks/preview-reader.ts';
import { findProject } from '../store/reader/projects.ts';
import { RawRecordReader } from '../store/chunks/raw-records.ts';
import { findSession, type SessionRow } from '../store/reader/sessions.ts';
import { findSpan, type SpanRecordRow } from '../store/reader/spans.ts';
import { findTrace, type TraceRow } from '../store/reader/traces.ts';

export interface InProject {
  readonly project: string;
}
export interface InTrace extends InProject {
  readonly traceId: string;
}
export interface InSpan extends InTrace {
  readonly spanId: string;
}
export interface InSession extends InProject {
  readonly sessionId: string;
}
export interface WithRaw {
  readonly includeRawSpan: boolean;
}

/** What operations read with: the statements of one connection, and the rows that a path names. */
export class Reader {
  readonly statements: Statements;
  readonly raw: RawRecordReader;
  readonly figures: KeptFigures;
  readonly previews: PreviewReader;
  pricing = createPricing();
  /** Whether a large answer may be made to the request that is being answered. */
  mayAnswerLarge = true;
  readonly #database: ReadableDatabase;

  constructor(database: ReadableDatabase) {
    this.#database = database;
    this.statements = new Statements(database);
    this.raw = new RawRecordReader(database);
    this.figures = new KeptFigures(this.statements);
    this.previews = new PreviewReader(database);
  }

  setPrices(prices: PricingOptions): void {
    this.pricing = createPricing(prices);
  }

  /** Runs `read` in one read transaction, so that everything in an answer belongs together. */
  consistently<T>(read: () => T): T {
    return this.#database.transaction(read)();
  }

  /** The id of a project's row; -1, which no row has, where it holds nothing yet. */
  project(projectId: string): number {
    return findProject(this.statements, projectId) ?? -1;
  }

  hasProject(projectId: string): boolean {
    return findProject(this.statements, projectId) !== undefined;
  }

  /** Throws TRACE_NOT_FOUND. */
  trace({ project, traceId }: InTrace): TraceRow {
    const trace = findTrace(this.statements, this.project(project), traceId.toLowerCase());
    if (!trace) throw new ApiError('TRACE_NOT_FOUND', `no trace ${traceId} in project ${project}`);
    return trace;
  }

  hasTrace({ project, traceId }: InTrace): boolean {
    return findTrace(this.statements, this.project(project), traceId.toLowerCase()) !== undefined;
  }

  /** Throws TRACE_NOT_FOUND or SPAN_NOT_FOUND. */
  span({ spanId, ...at }: InSpan): SpanRecordRow {
    const span = findSpan(this.statements, this.trace(at).id, spanId.toLowerCase());
    if (!span) throw new ApiError('SPAN_NOT_FOUND', `no span ${spanId} in trace ${at.traceId}`);
    return span;
  }

  /** Throws SESSION_NOT_FOUND. */
  session({ project, sessionId }: InSession): SessionRow {
    const session = findSession(this.statements, this.project(project), sessionId);
    if (!session) throw new ApiError('SESSION_NOT_FOUND', `no session ${sessionId} in project ${project}`);
    return session;
  }
}
