import type { Message } from '../../contract/messages.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';
import type { ConversationSpan, LogLike } from '../conversation-span.ts';

/** A span event or a log record: the conventions write the same things as either. */
export interface EventLike {
  readonly name: string;
  readonly timeUnixNano: bigint;
  /** Null for span events, which have only attributes. */
  readonly body: AttributeValue;
  readonly attributes: Attributes;
  readonly source: Message['source'];
}

/**
 * The span's events, or, where no event of it speaks of generative AI, its log records (the same is never on both).
 * In the order in which they were written: those of one moment stay as they came.
 */
export function eventsOf({ record, logs }: ConversationSpan): readonly EventLike[] {
  const events = record.events.map((event) => ({ ...event, body: null, source: 'event' as const }));
  if (logs === undefined || logs.length === 0 || events.some(({ name }) => name.startsWith('gen_ai.')))
    return events;
  const records = timeOrdered(logs).map((log) => ({
    name: nameOfLog(log),
    timeUnixNano: log.timeUnixNano,
    body: log.body,
    attributes: log.attributes,
    source: 'log' as const,
  }));
  return [...events, ...records];
}

/** The event's own name, or the attribute that named events before the field was there. */
export function nameOfLog({ eventName, attributes }: LogLike): string {
  return eventName || (attributes.string('event.name') ?? '');
}

/** Those of one moment stay as they came. */
export function timeOrdered(logs: readonly LogLike[]): readonly LogLike[] {
  return logs.toSorted((a, b) => Number(a.timeUnixNano - b.timeUnixNano));
}
