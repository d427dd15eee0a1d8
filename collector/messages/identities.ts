import type { SpanDetail } from '../contract/spans.ts';
import type { Attributes } from '../decode/records.ts';
import { type ConversationSpan, isTool } from './conversation-span.ts';
import { TooManyMessages } from './most-messages.ts';
import { ReadCache } from './read-cache.ts';
import { readSpan } from './read-span.ts';
import { messagesOf, type SaidMessage } from './reading.ts';

type Identities = Pick<SpanDetail, 'agent_id' | 'agent_description' | 'tool_call_id' | 'tool_description'>;

/** Where they stand, the conventions' own first, then those of OpenInference, the AI SDK and Agno. */
const KEYS: Readonly<Record<keyof Identities, readonly string[]>> = {
  agent_id: ['gen_ai.agent.id', 'agent.id', 'agno.agent.id'],
  agent_description: ['gen_ai.agent.description', 'agent.description'],
  tool_call_id: ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.id'],
  tool_description: ['gen_ai.tool.description', 'tool.description', 'ai.toolCall.description'],
};

/**
 * Who an agent or a tool is beside its name, read from the span when it is looked at. A tool's call is known by any dialect
 * that tells it.
 */
export function identitiesOf(span: ConversationSpan, cache = new ReadCache()): Identities {
  const { attributes } = span.record;
  return {
    agent_id: first(attributes, KEYS.agent_id),
    agent_description: first(attributes, KEYS.agent_description),
    tool_call_id: first(attributes, KEYS.tool_call_id) ?? toldCallId(span, cache),
    tool_description: first(attributes, KEYS.tool_description),
  };
}

function first(attributes: Attributes, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = attributes.string(key);
    if (value !== undefined && value !== '') return value;
  }
  return null;
}

function toldCallId(span: ConversationSpan, cache: ReadCache): string | null {
  if (!isTool(span)) return null;
  for (const { content } of saidBy(span, cache))
    for (const part of content.parts) if (part.type === 'tool_call' && part.id !== null) return part.id;
  return null;
}

/** Nothing where that is more than may be read: the span's detail is shown whatever it says. */
function saidBy(span: ConversationSpan, cache: ReadCache): readonly SaidMessage[] {
  try {
    return messagesOf(readSpan(span, cache));
  } catch (error) {
    if (error instanceof TooManyMessages) return [];
    throw error;
  }
}
