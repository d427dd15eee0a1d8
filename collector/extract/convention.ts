import type { SpanInput } from './fields.ts';
import type { Draft } from './draft.ts';

/**
 * How one naming convention says what a span is. A convention is read only for spans that carry one of its keys, and
 * sets only what no convention before it has set: the order in which a framework names them is their precedence.
 */
export interface Convention {
  /** Attribute keys; one that ends in `*` stands for all that begin so. */
  readonly keys: readonly string[];
  read(span: SpanInput, draft: Draft): void;
}

/**
 * A framework or instrumentation that is recognised: one row of the registry. A span is the first row's that any of
 * its marks points to.
 */
export interface Framework {
  readonly slug: string;
  /** Where its telemetry is documented. */
  readonly documentation: string;
  /** Instrumentation scope names that only it has; `*` at the end as in `Convention.keys`. */
  readonly scopes?: readonly string[];
  /** Scope names that others may use too: they count on spans that carry attributes of an AI convention. */
  readonly sharedScopes?: readonly string[];
  /** Span names that only it gives, to spans that bear no other sign of it; `*` at the end as in `Convention.keys`. */
  readonly names?: readonly string[];
  /** Attribute keys that only it writes. */
  readonly keys?: readonly string[];
  /** Attribute keys that it also writes on spans that have nothing to do with AI; they count as `sharedScopes` do. */
  readonly sharedKeys?: readonly string[];
  /** Values, by their attribute's key, that only its spans carry. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Resource attributes that name it; they count on spans that carry attributes of an AI convention. */
  readonly resource?: Readonly<Record<string, string>>;
  /** What its spans are written in, the most trusted first. */
  readonly conventions: readonly Convention[];
  /** Called last, for what the conventions can't know: which spans are no calls, how usage is counted. */
  readonly refine?: (span: SpanInput, draft: Draft) => void;
}
