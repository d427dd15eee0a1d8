import { traceEvents } from './operations/events.ts';
import { filterOptions } from './operations/filter-options.ts';
import { listLogs } from './operations/logs.ts';
import { sessionMessages, spanMessages, traceMessages } from './operations/messages.ts';
import { getMetric, listMetrics } from './operations/metrics.ts';
import { listProjects, storageTotals } from './operations/projects.ts';
import { getSession, listSessions } from './operations/sessions.ts';
import { readSearchQueue } from './operations/search-queue.ts';
import { getSpan, listSpans, listTraceSpans } from './operations/spans.ts';
import { stats } from './operations/stats.ts';
import { traceTotals } from './operations/totals.ts';
import { getTrace, getTraceTree, listTraces } from './operations/traces.ts';
import {
  getUnscopedSession,
  listTracesOfUnscopedSession,
  listUnscopedSessions,
} from './operations/unscoped-sessions.ts';
import { getUnscopedSpan, listUnscopedEvents, listUnscopedSpans } from './operations/unscoped-spans.ts';
import {
  getUnscopedTrace,
  listSpansOfUnscopedTrace,
  listUnscopedTraces,
  unscopedFilters,
} from './operations/unscoped-traces.ts';
import type { Reader } from './reader.ts';

/**
 * What the API can ask of a reader thread, by name. Parameters and answers pass a thread boundary: plain data only, and
 * the answer is JSON when it arrives. A project without data answers empty lists.
 */
export const OPERATIONS = {
  listProjects,
  storageTotals,
  listTraces,
  getTrace,
  getTraceTree,
  traceTotals,
  traceEvents,
  traceMessages,
  listTraceSpans,
  listSpans,
  getSpan,
  spanMessages,
  listSessions,
  getSession,
  sessionMessages,
  listLogs,
  listMetrics,
  getMetric,
  listUnscopedTraces,
  getUnscopedTrace,
  listSpansOfUnscopedTrace,
  unscopedFilters,
  listUnscopedSpans,
  getUnscopedSpan,
  listUnscopedEvents,
  listUnscopedSessions,
  getUnscopedSession,
  listTracesOfUnscopedSession,
  filterOptions,
  stats,
  readSearchQueue,
};

/** What readers can be asked for, by name. */
export type OperationTable = Readonly<Record<string, (reader: Reader, ...parameters: never[]) => unknown>>;
type Operations = typeof OPERATIONS;
type WithoutReader<P extends readonly unknown[]> = P extends readonly [Reader, ...infer Rest] ? Rest : never;

export type OperationName<Table extends OperationTable = Operations> = keyof Table & string;
export type OperationParameters<
  Name extends OperationName<Table>,
  Table extends OperationTable = Operations,
> = WithoutReader<Parameters<Table[Name]>>;
export type OperationAnswer<
  Name extends OperationName<Table>,
  Table extends OperationTable = Operations,
> = Awaited<ReturnType<Table[Name]>>;
