import type { Message } from '../../../collector/contract/messages.ts';
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

/** The input of each model call in the order of the calls, as the answers' usage tells it; a call counts once. */
export function promptSizes(messages: readonly Message[]): PromptSize[] {
  const calls = new Map<string, PromptSize>();
  for (const message of messages) {
    const { usage } = message;
    if (usage === null || usage.input_tokens === 0 || message.role !== 'assistant') continue;
    const key = `${message.trace_id} ${message.span_id}`;
    if (calls.has(key)) continue;
    calls.set(key, {
      traceId: message.trace_id,
      spanId: message.span_id,
      model: message.model,
      timeMs: parseTime(message.timestamp),
      inputTokens: usage.input_tokens,
      cachedTokens: Math.min(usage.cache_read_tokens, usage.input_tokens),
    });
  }
  return [...calls.values()].sort((a, b) => a.timeMs - b.timeMs);
}
