import type { ObservationType, SpanCategory } from '../../contract/common.ts';
import type { IndexValue } from '../attributes/attribute-rules.ts';

/** What cost columns hold. */
export { COST_UNITS_PER_DOLLAR } from '../../contract/dollars.ts';

/** One span as it is stored, but for the ids that the writer gives it. Booleans are 0 or 1, lists are JSON text. */
export interface SpanColumns {
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly category: SpanCategory;
  readonly observationType: ObservationType;
  readonly framework: string | null;
  readonly serviceName: string | null;
  readonly statusCode: number;
  readonly statusMessage: string | null;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly environment: string | null;
  readonly system: string | null;
  readonly requestModel: string | null;
  readonly responseModel: string | null;
  readonly responseId: string | null;
  readonly operationName: string | null;
  readonly agentName: string | null;
  readonly toolName: string | null;
  readonly finishReasons: string | null;
  readonly tags: string | null;
  readonly metadata: string | null;
  readonly running: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly inputCost: number;
  readonly outputCost: number;
  readonly totalCost: number;
  readonly costKnown: number;
  /** Null where no cost is known. */
  readonly ownCost: number | null;
  readonly hasError: number;
  /** Only of failed spans. */
  readonly errorPreview: string | null;
  readonly timeToFirstTokenMs: number | null;
  readonly requestDurationMs: number | null;
  readonly eventCount: number;
  readonly linkCount: number;
  readonly inputPreview: string | null;
  readonly outputPreview: string | null;
}

/** The stored bytes of a resource or scope. */
export interface SharedBytes {
  readonly bytes: Buffer;
  readonly schemaUrl: string;
}

/** An attribute key that is indexed. `contentOnly`: by presence, not by value. */
export interface IndexedKey {
  readonly name: string;
  readonly contentOnly: boolean;
  readonly type: 'string' | 'number' | 'boolean' | 'array';
  /** Which kind of setting names it. */
  readonly entity: 'trace' | 'span';
}

/** One row of the attribute index; an array has one for each of its items. */
export interface IndexedAttribute {
  readonly key: IndexedKey;
  readonly value: IndexValue;
}

/** What the pipeline hands to the writer. `raw` is the span message as it came; it may be a view of a larger buffer. */
export interface SpanRow {
  readonly traceId: string;
  readonly columns: SpanColumns;
  readonly raw: Buffer;
  readonly resource: SharedBytes;
  readonly scope: SharedBytes;
  readonly attributes: readonly IndexedAttribute[];
}
