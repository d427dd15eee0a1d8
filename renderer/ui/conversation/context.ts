import type { Span } from '../../../collector/contract/spans.ts';

/** What a span adds to its messages, where the screen has loaded it. */
export type SpanFacts = Pick<
  Span,
  | 'span_name'
  | 'timestamp_start'
  | 'tool_name'
  | 'duration_ms'
  | 'has_error'
  | 'status_message'
  | 'span_category'
>;

export type ConversationContext = {
  readonly isPlain: boolean;
  /** Milliseconds since 1970 that later messages' times count from; null: each shows the time of day. */
  readonly startMs: number | null;
  readonly spanFacts: (spanId: string) => SpanFacts | undefined;
  /** Called when a person chooses an entry; absent where there is nothing to choose. */
  readonly onSelect?: ((spanId: string) => void) | undefined;
  /** Where the spans that carried a message are to be found. */
  readonly project: string;
};
