import type { MessagePart } from '../contract/messages.ts';
import { type ConversationSpan, hasFailed } from './conversation-span.ts';
import { ReadCache } from './read-cache.ts';

const INTERRUPT = /(?:^|\n\n)(?:GraphInterrupt|NodeInterrupt)\b/;

/**
 * What a run of a graph asked a person before it stopped to wait: LangGraph throws it, so that recorders have it as an
 * exception of a run that did not fail. Undefined for all others.
 */
export function readInterrupt(span: ConversationSpan): MessagePart | undefined {
  if (hasFailed(span)) return undefined;
  for (const { name, attributes } of span.record.events) {
    if (name !== 'exception') continue;
    const type = attributes.string('exception.type') ?? '';
    const text = attributes.string('exception.message') ?? '';
    const start = text.search(INTERRUPT);
    if (start < 0 && !INTERRUPT.test(type.slice(type.lastIndexOf('.') + 1))) continue;
    // In JavaScript's own words the stack begins with the name.
    const asked = (start > 0 ? text.slice(0, start) : text).trim();
    if (asked === '') continue;
    return { type: 'data', name: 'interrupt', content: new ReadCache().structured(asked) };
  }
  return undefined;
}
