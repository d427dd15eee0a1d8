import { identityOf } from '../../decode/placeholder.ts';
import type { WireSpan } from '../../decode/traces.ts';
import type { SpanFields } from '../../extract/fields.ts';
import {
  COST_UNITS_PER_DOLLAR,
  type IndexedAttribute,
  type SharedBytes,
  type SpanRow,
} from '../../store/rows/span-row.ts';

/** The largest time that a SQLite integer holds: the year 2262. */
const MAX_TIME = 2n ** 63n - 1n;

/** A time as it is stored. */
export const storedTime = (time: bigint): bigint => (time > MAX_TIME ? MAX_TIME : time);
/** Nine thousand dollars are the most that one span can have cost: past that integers are no longer exact. */
const storedCost = (dollars: number): number =>
  Math.min(Math.round(dollars * COST_UNITS_PER_DOLLAR), Number.MAX_SAFE_INTEGER);
const jsonList = (items: readonly string[]): string | null =>
  items.length === 0 ? null : JSON.stringify(items);

/**
 * The row of a span: the decoder's fields, what extraction found, what is indexed and views of the bytes to keep. That of a
 * placeholder is the row of the span that it stands for.
 */
export function spanRow(
  span: WireSpan,
  fields: SpanFields,
  attributes: readonly IndexedAttribute[] = [],
): SpanRow {
  const { usage, cost } = fields;
  const { spanId, parentSpanId } = fields.running ? identityOf(span) : span;
  return {
    traceId: span.traceId,
    raw: span.bytes,
    resource: span.from.resource satisfies SharedBytes,
    scope: span.from.scope satisfies SharedBytes,
    attributes,
    columns: {
      spanId,
      parentSpanId,
      name: span.name,
      kind: span.kind,
      category: fields.category,
      observationType: fields.observationType,
      framework: fields.framework,
      serviceName: fields.serviceName,
      statusCode: span.statusCode,
      statusMessage: span.statusMessage === '' ? null : span.statusMessage,
      startNs: storedTime(span.startUnixNano),
      endNs: storedTime(span.endUnixNano),
      sessionId: fields.sessionId,
      userId: fields.userId,
      environment: fields.environment,
      system: fields.system,
      requestModel: fields.requestModel,
      responseModel: fields.responseModel,
      responseId: fields.responseId,
      operationName: fields.operationName,
      agentName: fields.agentName,
      toolName: fields.toolName,
      finishReasons: jsonList(fields.finishReasons),
      tags: jsonList(fields.tags),
      metadata: fields.metadata,
      running: fields.running ? 1 : 0,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      totalTokens: usage.totalTokens,
      cacheReadTokens: usage.cacheReadTokens,
      cacheWriteTokens: usage.cacheWriteTokens,
      reasoningTokens: usage.reasoningTokens,
      inputCost: storedCost(cost.input),
      outputCost: storedCost(cost.output),
      totalCost: storedCost(cost.total),
      costKnown: cost.known ? 1 : 0,
      ownCost: cost.known ? Number(fields.hasOwnCost) : null,
      hasError: fields.hasError ? 1 : 0,
      errorPreview: fields.errorPreview,
      timeToFirstTokenMs: fields.timeToFirstTokenMs,
      requestDurationMs: fields.requestDurationMs,
      eventCount: span.eventCount,
      linkCount: span.linkCount,
      inputPreview: fields.inputPreview,
      outputPreview: fields.outputPreview,
    },
  };
}
