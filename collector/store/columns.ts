import type { SpanColumns } from './span-row.ts';
import type { TraceColumns } from './traces/trace-summary.ts';

/** The names as given. Does not compile where one of the record's is left out: its values would never be written. */
export const everyColumnOf =
  <Row>() =>
  <const Names extends readonly (keyof Row)[]>(
    names: [Exclude<keyof Row, Names[number]>] extends [never] ? Names : Exclude<keyof Row, Names[number]>,
  ) =>
    names;

/**
 * Names of the columns, in the order in which values are bound: written once, so that a statement and its values
 * cannot drift apart. The database's name is the snake_case of the record's.
 */
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
  'timeToFirstTokenMs',
  'requestDurationMs',
  'eventCount',
  'linkCount',
  'inputPreview',
  'outputPreview',
]);

const isPreview = (name: string): name is 'inputPreview' | 'outputPreview' =>
  name === 'inputPreview' || name === 'outputPreview';

/** All but previews, which lie in chunks (previews.ts). */
export const SPAN_ROW_COLUMNS = SPAN_COLUMNS.filter((name) => !isPreview(name));

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
