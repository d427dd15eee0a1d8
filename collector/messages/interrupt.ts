import { type ConversationSpan, hasFailed } from './conversation-span.ts';
import { messageOf } from './payloads/message.ts';
import { ReadCache } from './read-cache.ts';
import { type SaidMessage, say } from './reading.ts';

const INTERRUPT =
  /(?:^|\n\n)(?:GraphInterrupt|NodeInterrupt|ToolInterruptError|InterruptError|AxAgentClarificationError)\b/;

/** Where Genkit has what a tool asks: its exception says nothing. */
const GENKIT_ASKS = 'genkit:metadata:interrupt';

/**
 * What a run of a graph or an agent asked a person before it stopped to wait: LangGraph, Ax, Genkit and Strands throw it, so
 * that recorders have it as an exception of a run that did not fail. Empty for all others, and where nothing was asked.
 */
export function sayInterrupt(span: ConversationSpan): readonly SaidMessage[] {
  const asked = askedBy(span);
  if (asked === undefined || asked === '') return [];
  const part = { type: 'data', name: 'interrupt', content: new ReadCache().structured(asked) } as const;
  return say([messageOf('assistant', [part])], { direction: 'output', source: 'event' });
}

export const isInterrupted = (span: ConversationSpan): boolean => askedBy(span) !== undefined;

/** Undefined where it did not stop to ask, and nothing where it did without words. */
function askedBy(span: ConversationSpan): string | undefined {
  if (hasFailed(span)) return undefined;
  let asked: string | undefined;
  for (const { name, attributes } of span.record.events) {
    if (name !== 'exception') continue;
    const type = attributes.string('exception.type') ?? '';
    const text = attributes.string('exception.message') ?? '';
    const start = text.search(INTERRUPT);
    if (start < 0 && !INTERRUPT.test(type.slice(type.lastIndexOf('.') + 1))) continue;
    // In JavaScript's own words the stack begins with the name.
    asked = (start > 0 ? text.slice(0, start) : text).trim();
    if (asked !== '') return asked;
  }
  return asked === undefined ? undefined : (span.record.attributes.string(GENKIT_ASKS) ?? asked);
}
