import type { SpanColumns } from './span-row.ts';
import type { TraceColumns } from '../traces/trace-summary.ts';

/** Returns the names. Does not compile where they leave out one of the record's, whose values would never be written. */
export const everyColumnOf =
  <Row>() =>
  <const Names extends readonly (keyof Row)[]>(
    names: [Exclude<keyof Row, Names[number]>] extends [never] ? Names : Exclude<keyof Row, Names[number]>,
  ) =>
    names;

/** Names of the columns, in the order in which values are bound. The database's name is the snake_case of the record's. */
export const SPAN_COLUMNS = everyColumnOf<SpanColumns>()([
  'spanId',
  'parentSpanId',
  'name',
  'kind',
  'category',
  'observationType',
  'framework',
  'serviceName',
  'statusCode',
  'statusMessage',
  'startNs',
  'endNs',
  'sessionId',
  'userId',
  'environment',
  'system',
  'requestModel',
  'responseModel',
  'responseId',
  'operationName',
  'agentName',
  'toolName',
  'finishReasons',
  'tags',
  'metadata',
  'running',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'inputCost',
  'outputCost',
  'totalCost',
  'costKnown',
  'ownCost',
  'hasError',
  'errorPreview',
  'timeToFirstTokenMs',
  'requestDurationMs',
  'eventCount',
  'linkCount',
  'inputPreview',
  'outputPreview',
]);

const isPreview = (name: string): name is 'inputPreview' | 'outputPreview' =>
  name === 'inputPreview' || name === 'outputPreview';

/** All but previews, which lie in chunks (chunks/previews.ts). */
export const SPAN_ROW_COLUMNS = SPAN_COLUMNS.filter((name) => !isPreview(name));

/**
 * Puts the values of `SPAN_ROW_COLUMNS` into `values` in that order, from place `at` on. Written out, since looking up forty
 * columns by name took a tenth of the time of writing a row; a test holds the two lists together.
 */
export function putSpanRow(values: unknown[], at: number, columns: SpanColumns): void {
  let next = at;
  values[next++] = columns.spanId;
  values[next++] = columns.parentSpanId;
  values[next++] = columns.name;
  values[next++] = columns.kind;
  values[next++] = columns.category;
  values[next++] = columns.observationType;
  values[next++] = columns.framework;
  values[next++] = columns.serviceName;
  values[next++] = columns.statusCode;
  values[next++] = columns.statusMessage;
  values[next++] = columns.startNs;
  values[next++] = columns.endNs;
  values[next++] = columns.sessionId;
  values[next++] = columns.userId;
  values[next++] = columns.environment;
  values[next++] = columns.system;
  values[next++] = columns.requestModel;
  values[next++] = columns.responseModel;
  values[next++] = columns.responseId;
  values[next++] = columns.operationName;
  values[next++] = columns.agentName;
  values[next++] = columns.toolName;
  values[next++] = columns.finishReasons;
  values[next++] = columns.tags;
  values[next++] = columns.metadata;
  values[next++] = columns.running;
  values[next++] = columns.inputTokens;
  values[next++] = columns.outputTokens;
  values[next++] = columns.totalTokens;
  values[next++] = columns.cacheReadTokens;
  values[next++] = columns.cacheWriteTokens;
  values[next++] = columns.reasoningTokens;
  values[next++] = columns.inputCost;
  values[next++] = columns.outputCost;
  values[next++] = columns.totalCost;
  values[next++] = columns.costKnown;
  values[next++] = columns.ownCost;
  values[next++] = columns.hasError;
  values[next++] = columns.errorPreview;
  values[next++] = columns.timeToFirstTokenMs;
  values[next++] = columns.requestDurationMs;
  values[next++] = columns.eventCount;
  values[next++] = columns.linkCount;
}

export const TRACE_COLUMNS = everyColumnOf<TraceColumns>()([
  'sessionId',
  'rootSpanId',
  'traceName',
  'startNs',
  'endNs',
  'durationNs',
  'userId',
  'environment',
  'serviceName',
  'framework',
  'spanCount',
  'genai',
  'observationCount',
  'llmCallCount',
  'toolCallCount',
  'errorCount',
  'runningSpanCount',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'inputCost',
  'outputCost',
  'totalCost',
  'unpricedCallCount',
  'models',
  'agents',
  'tags',
  'inputPreview',
  'outputPreview',
  'isComplete',
]);

export const columnName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `INSERT INTO table (…) VALUES (?, …)` for the given record names. */
export const insertInto = (
  table: string,
  columns: readonly string[],
  values: readonly string[] = columns.map(() => '?'),
): string => `INSERT INTO ${table} (${columns.map(columnName).join(', ')}) VALUES (${values.join(', ')})`;

/** Columns under their record names: `span_id AS spanId, …`. */
export const selectColumns = (columns: readonly string[]): string =>
  columns.map((name) => `${columnName(name)} AS ${name}`).join(', ');
