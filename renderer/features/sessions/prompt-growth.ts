import type { Message } from '../../../collector/contract/messages.ts';
import type { Span } from '../../../collector/contract/spans.ts';
import { parseTime } from '../../lib/time.ts';

export type PromptSize = {
  readonly traceId: string;
  readonly spanId: string;
  readonly model: string | null;
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  readonly inputTokens: number;
  /** The part of the input that was read from the cache. */
  readonly cachedTokens: number;
};

type FailedCall = Pick<
  Span,
  'trace_id' | 'span_id' | 'parent_span_id' | 'model' | 'timestamp_end' | 'input_tokens' | 'cache_read_tokens'
>;

/**
 * The input of each model call in the order of the calls, as the answers' usage tells it, and of calls that failed before
 * they had an answer their own; a call counts once.
 */
export function promptSizes(messages: readonly Message[], failed: readonly FailedCall[] = []): PromptSize[] {
  const calls = new Map<string, PromptSize>();
  // A framework tells a call's numbers of the span around it as well.
  const around = new Set<string>();
  for (const message of messages) {
    const { usage } = message;
    if (usage === null || usage.input_tokens === 0 || message.role !== 'assistant') continue;
    const key = `${message.trace_id} ${message.span_id}`;
    if (calls.has(key)) continue;
    around.add(`${message.trace_id} ${message.parent_span_id}`);
    calls.set(key, {
      traceId: message.trace_id,
      spanId: message.span_id,
      model: message.model,
      timeMs: parseTime(message.timestamp),
      inputTokens: usage.input_tokens,
      cachedTokens: Math.min(usage.cache_read_tokens, usage.input_tokens),
    });
  }
  for (const call of failed) if (call.input_tokens > 0) around.add(`${call.trace_id} ${call.parent_span_id}`);
  for (const call of failed) {
    const key = `${call.trace_id} ${call.span_id}`;
    if (call.input_tokens === 0 || calls.has(key) || around.has(key)) continue;
    calls.set(key, {
      traceId: call.trace_id,
      spanId: call.span_id,
      model: call.model,
      timeMs: parseTime(call.timestamp_end),
      inputTokens: call.input_tokens,
      cachedTokens: Math.min(call.cache_read_tokens, call.input_tokens),
    });
  }
  return [...calls.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Some calls that followed each other, of which the one with the largest input is shown. */
export type CallGroup = {
  readonly largest: PromptSize;
  /** From 1 on. */
  readonly firstCall: number;
  readonly lastCall: number;
};

/** The calls as at most `most` groups of as many each: more bars than a screen has room for tell no more. */
export function groupCalls(sizes: readonly PromptSize[], most: number): CallGroup[] {
  const each = Math.ceil(sizes.length / most);
  const groups: CallGroup[] = [];
  for (let from = 0; from < sizes.length; from += each) {
    const calls = sizes.slice(from, from + each);
    const largest = calls.reduce((one, other) => (other.inputTokens > one.inputTokens ? other : one));
    groups.push({ largest, firstCall: from + 1, lastCall: from + calls.length });
  }
  return groups;
}
