import { hash } from 'node:crypto';
import { formatNanos } from '../contract/format-time.ts';
import type { Conversation, Message, MessageUsage, ToolDefinition } from '../contract/messages.ts';
import type { Span } from '../contract/spans.ts';
import type { ConversationSpan } from './conversation-span.ts';
import type { MessageContent, SaidMessage } from './reading.ts';

export interface Presented {
  readonly said: SaidMessage;
  readonly content: MessageContent;
  readonly teller: ConversationSpan;
  readonly agentName: string | null;
  readonly carriers: Iterable<string>;
  /** Where the call's numbers are: on the first message of its answer. Null elsewhere. */
  readonly numbers: Span | null;
}

/** A message as the API answers it. `ids` makes the ids of equal messages of one span differ; it counts them. */
export function presentMessage(presented: Presented, ids: Map<string, number>): Message {
  const { said, content, teller, agentName, carriers, numbers } = presented;
  const { record, span } = teller;
  const isAnswer = said.direction === 'output' && content.role === 'assistant';
  return {
    id: idOf(presented, ids),
    role: content.role,
    name: content.name,
    parts: [...content.parts],
    finish_reason: isAnswer ? (content.finishReason ?? numbers?.finish_reasons[0] ?? null) : null,
    trace_id: record.traceId,
    span_id: record.spanId,
    parent_span_id: record.parentSpanId,
    span_name: record.name,
    agent_name: agentName,
    timestamp: formatNanos(timeOf(said, teller)),
    model: isAnswer ? (numbers?.model ?? span.model) : null,
    provider: span.gen_ai_system,
    usage: numbers === null ? null : usageOf(numbers),
    cost: numbers === null ? null : numbers.total_cost,
    direction: said.direction,
    source: said.source,
    carried_by: [...carriers],
  };
}

export interface ConversationMeta {
  readonly tools: readonly ToolDefinition[];
  readonly totalTokens: number;
  readonly totalCost: number;
  readonly unpricedCalls: number;
}

export function presentConversation(messages: Message[], meta: ConversationMeta): Conversation {
  const times = messages.map(({ timestamp }) => timestamp).toSorted();
  return {
    messages,
    tools: [...meta.tools],
    meta: {
      total_messages: messages.length,
      total_tokens: meta.totalTokens,
      total_cost: meta.totalCost,
      unpriced_calls: meta.unpricedCalls,
      start_time: times[0] ?? null,
      end_time: times.at(-1) ?? null,
    },
  };
}

function usageOf(span: Span): MessageUsage {
  return {
    input_tokens: span.input_tokens,
    output_tokens: span.output_tokens,
    total_tokens: span.total_tokens,
    cache_read_tokens: span.cache_read_tokens,
    cache_write_tokens: span.cache_write_tokens,
    reasoning_tokens: span.reasoning_tokens,
  };
}

function timeOf({ timeUnixNano, direction }: SaidMessage, { record }: ConversationSpan): bigint {
  if (timeUnixNano !== null && timeUnixNano > 0n) return timeUnixNano;
  return direction === 'input' ? record.startUnixNano : record.endUnixNano;
}

/** From what was said and where it is kept: the same however often and in whatever order the spans arrive. */
function idOf({ said, content, teller }: Presented, ids: Map<string, number>): string {
  const { traceId, spanId } = teller.record;
  const place = `${traceId}|${spanId}|${said.direction}|${content.role}|`;
  const digest = sha1(place, JSON.stringify(content.parts)).slice(0, 24);
  const count = ids.get(digest) ?? 0;
  ids.set(digest, count + 1);
  return count === 0 ? digest : `${digest}-${count}`;
}

const HASHED = Buffer.allocUnsafeSlow(64 * 1024);
const MAX_BYTES_A_UNIT = 3;

/** The hash of both texts as one. They are joined as bytes: joined as texts, those of a conversation would lie in memory once more. */
function sha1(first: string, second: string): string {
  if ((first.length + second.length) * MAX_BYTES_A_UNIT > HASHED.length) return hash('sha1', first + second);
  const middle = HASHED.write(first);
  return hash('sha1', HASHED.subarray(0, middle + HASHED.write(second, middle)));
}
