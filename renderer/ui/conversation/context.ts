import { createContext } from 'react';
import type { Span } from '../../../collector/contract/spans.ts';
import type { ThreadEntry } from '../../lib/thread.ts';

/** What a span adds to its messages, where the screen has loaded it. */
export type SpanFacts = Pick<
  Span,
  | 'span_name'
  | 'timestamp_start'
  | 'tool_name'
  | 'duration_ms'
  | 'state'
  | 'has_error'
  | 'error_preview'
  | 'span_category'
>;

export type FactsOf = (spanId: string) => SpanFacts | undefined;

/** What is the same for all entries of a thread. A new one draws all of them again: keep it (useMemo). */
export type ConversationContext = {
  readonly isPlain: boolean;
  /** Milliseconds since 1970 that later messages' times count from; null: each shows the time of day. */
  readonly startMs: number | null;
  /** Called when a person chooses an entry; absent where there is nothing to choose. */
  readonly onSelect?: ((spanId: string) => void) | undefined;
  /** One span's messages alone: what the tools that it called have answered is said in others. */
  readonly isOneSpan?: boolean;
  /** Where the spans that carried a message are to be found. */
  readonly project: string;
};

export type EntryProps<Kind extends ThreadEntry = ThreadEntry> = {
  readonly entry: Kind;
  readonly spanId: string;
  readonly facts: SpanFacts | undefined;
  /** Which of the speaking agents it is, for its colour; -1 where there is nothing to tell apart. */
  readonly agentIndex: number;
  readonly isSelected: boolean;
  readonly context: ConversationContext;
};

/** The spans of the screen, for the few entries that name others than their own. */
export const FactsContext = createContext<FactsOf>(() => undefined);
