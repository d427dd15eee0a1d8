import type { ObservationType, SpanCategory } from '../contract/common.ts';
import type { Attributes, SpanEventRecord } from '../decode/records.ts';

/** A span as extraction sees it while it is being ingested: read once, then gone. Status code as in the protocol. */
export interface SpanInput {
  readonly name: string;
  readonly kind: number;
  readonly startUnixNano: bigint;
  readonly endUnixNano: bigint;
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly scope: { readonly name: string; readonly version: string };
  readonly eventCount: number;
  /** Decodes on the first call: ask only when an event can matter. */
  events(): readonly SpanEventRecord[];
}

/**
 * Token counts as the span reported them, null where it did not. `inputTokens` is the whole input, cached included;
 * `outputTokens` the whole output, reasoning included.
 */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly reasoningTokens: number | null;
}

/** US dollars. `known` is false where neither the span nor the price list says what the call cost. */
export interface Cost {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly known: boolean;
}

/** What is extracted from a span into columns, once, when it arrives. */
export interface SpanFields {
  readonly framework: string | null;
  readonly category: SpanCategory;
  readonly observationType: ObservationType;
  readonly serviceName: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly environment: string | null;
  readonly system: string | null;
  readonly requestModel: string | null;
  readonly responseModel: string | null;
  /** Of a model call: the provider's id of the answer. */
  readonly responseId: string | null;
  readonly operationName: string | null;
  readonly agentName: string | null;
  readonly toolName: string | null;
  readonly finishReasons: readonly string[];
  readonly tags: readonly string[];
  /** A JSON object's text, or null. */
  readonly metadata: string | null;
  /** A placeholder of a span in progress. */
  readonly running: boolean;
  readonly usage: Usage;
  readonly cost: Cost;
  /** The cost is what the span itself says, not what prices make of its usage. */
  readonly hasOwnCost: boolean;
  readonly timeToFirstTokenMs: number | null;
  /** What the span itself says that its request took, where it is not simply the span's own duration. */
  readonly requestDurationMs: number | null;
  readonly hasError: boolean;
  /** First 200 characters of what a failed span says of it, be it in its status or in an exception; null of one that is well. */
  readonly errorPreview: string | null;
  /** First 200 characters of the first user message and of the last assistant message that this span itself holds. */
  readonly inputPreview: string | null;
  readonly outputPreview: string | null;
}
