import type { Message } from '../../contract/messages.ts';
import { AttributeMap } from '../../decode/attribute-map.ts';
import { eventNameOf } from '../../decode/event-name.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';
import type { ConversationSpan, LogLike } from '../conversation-span.ts';
import { movedEvents } from './moved-events.ts';

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
 * The span's events and its log records, but of these none that say what the events say: the same side of the conversation
 * (no side is on both), or the same by name where they hold no messages. In the order in which they were written: those of
 * one moment stay as they came.
 */
export function eventsOf({ record, logs }: ConversationSpan): readonly EventLike[] {
  const events = record.events.map((event) => ({ ...event, body: null, source: 'event' as const }));
  if (logs === undefined || logs.length === 0) return events;
  const told = new Set(events.flatMap((event) => (isEmpty(event) ? [] : sidesOf(event))));
  const names = new Set(events.map(({ name }) => name).filter((name) => name.startsWith('gen_ai.')));
  const records = timeOrdered(logs).flatMap(readLog);
  const others = records.flatMap((event) => {
    const sides = sidesOf(event);
    if (sides.length === 0) return names.has(event.name) ? [] : event;
    if (!sides.some((side) => told.has(side))) return event;
    return sides.every((side) => told.has(side))
      ? []
      : {
          ...event,
          attributes: withoutKeys(
            event.attributes,
            [...told].flatMap((side) => KEYS[side]),
          ),
        };
  });
  return [...events, ...others];
}

function readLog(log: LogLike): readonly EventLike[] {
  const { timeUnixNano, body, attributes } = log;
  const moved = movedEvents(body)?.map((event) => ({ ...event, body: null }));
  const told = moved ?? [{ name: nameOfLog(log), attributes, body }];
  return told.map((event) => ({ ...event, timeUnixNano, source: 'log' as const }));
}

type Side = 'input' | 'output';

/** Attributes that hold all of a side. */
const KEYS: Readonly<Record<Side, readonly string[]>> = {
  input: ['gen_ai.input.messages', 'gen_ai.system_instructions', 'gen_ai.prompt'],
  output: ['gen_ai.output.messages', 'gen_ai.completion'],
};

/** Which sides of the conversation an event is about; none for one that holds no messages. */
function sidesOf({ name, attributes }: Pick<EventLike, 'name' | 'attributes'>): readonly Side[] {
  if (name === 'gen_ai.choice') return ['output'];
  if (/^gen_ai\.(system|user|assistant|tools?)\.message$/.test(name)) return ['input'];
  return (['input', 'output'] as const).filter((side) => KEYS[side].some((key) => attributes.has(key)));
}

/** What stands on events whose content was not to be recorded there. */
const FRAME = new Set([
  'gen_ai.system',
  'gen_ai.provider.name',
  'event.name',
  'index',
  'finish_reason',
  'role',
  'id',
]);

function isEmpty({ attributes }: Pick<EventLike, 'attributes'>): boolean {
  for (const key of attributes.keys()) if (!FRAME.has(key)) return false;
  return true;
}

function withoutKeys(attributes: Attributes, keys: readonly string[]): Attributes {
  const kept = [...attributes.keys()].filter((key) => !keys.includes(key));
  return new AttributeMap(new Map(kept.map((key) => [key, attributes.get(key) ?? null])));
}

export function nameOfLog({ eventName, attributes }: LogLike): string {
  return eventNameOf(eventName, attributes);
}

/** Those of one moment stay as they came. */
export function timeOrdered(logs: readonly LogLike[]): readonly LogLike[] {
  return logs.toSorted((a, b) => Number(a.timeUnixNano - b.timeUnixNano));
}
