import { hash } from 'node:crypto';
import { plainAttributes } from '../decode/plain-json.ts';
import { type ConversationSpan, isModelCall, isTool } from './conversation-span.ts';
import { type EventLike, eventsOf } from './dialects/events.ts';
import { CHOICE, ROLES, TOOL_MESSAGE, readEvent } from './dialects/otel-events.ts';
import { type Words, silentWords, wordsOf } from './event-words.ts';
import { ReadCache } from './read-cache.ts';
import { readSpan } from './read-span.ts';
import type { Reading, SaidMessage } from './reading.ts';

/** Something that happened on a span: an event that it recorded, or a message that it carries some other way. */
export interface SpanHappening extends Words {
  readonly id: string;
  readonly name: string;
  readonly timeUnixNano: bigint;
  readonly attributes: Record<string, unknown>;
}

type Side = 'system' | 'input' | 'output';
const SIDES: readonly Side[] = ['system', 'input', 'output'];

/**
 * All that happened on a span in the order of its time: every recorded event, and those messages from attributes and log
 * records that no recorded event tells. Throws TooManyMessages, and nothing else on what exporters wrote.
 */
export function spanHappenings(span: ConversationSpan): readonly SpanHappening[] {
  const cache = new ReadCache();
  const reading = readSpan(span, cache);
  const told = new Set<Side>();
  const tellers = isTool(span) ? toolTellers(span, reading) : null;
  const ids = new Ids(span);
  const events = eventsOf(span).flatMap((event, index) => {
    const said = tellers ? (tellers.get(event.name)?.splice(0) ?? []) : tryRead(event, cache);
    if (event.source === 'log' && said.length === 0) return [];
    for (const one of said) told.add(sideOf(one));
    // Log records come in any order, and their span may come again with more events.
    const place = event.source === 'log' ? JSON.stringify(said.map(({ content }) => content)) : index;
    const id = ids.of(`${event.source}|${event.name}|${event.timeUnixNano}|${place}`);
    return happenings(span, event, id, said);
  });
  const [system = [], input = [], output = []] = SIDES.map((side) =>
    told.has(side) ? [] : reading[side].flatMap((said) => carried(span, said, ids)),
  );
  const all = [...system, ...input, ...events, ...output];
  return nameResults(all.toSorted((a, b) => compare(a.timeUnixNano, b.timeUnixNano)));
}

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1);

function tryRead(event: EventLike, cache: ReadCache): readonly SaidMessage[] {
  try {
    return readEvent(event, cache);
  } catch {
    // What a reader trips over is still an event, told by its name.
    return [];
  }
}

const sideOf = ({ direction, content }: SaidMessage): Side =>
  direction === 'input' && content.role === 'system' ? 'system' : direction;

/** On a tool's span the message event holds the call and the choice the answer, whoever else tells them too. */
function toolTellers(span: ConversationSpan, { input, output }: Reading): Map<string, SaidMessage[]> {
  const names = new Set(span.record.events.map(({ name }) => name));
  const tellers = new Map<string, SaidMessage[]>();
  if (names.has(TOOL_MESSAGE)) tellers.set(TOOL_MESSAGE, [...input]);
  if (names.has(CHOICE)) tellers.set(CHOICE, [...output]);
  return tellers;
}

/** A recorded event: itself, with the first message that it tells, then what else it tells. */
function happenings(
  span: ConversationSpan,
  event: EventLike,
  id: string,
  said: readonly SaidMessage[],
): SpanHappening[] {
  const { name, timeUnixNano, source } = event;
  const attributes = plainAttributes(event.attributes);
  const words = said.flatMap((one) => wordsOf(one, finishReason(span, one)));
  const all = words.length === 0 ? [silentWords(event.attributes, name, ROLES.get(name))] : words;
  return all.map((one, n) => ({
    ...one,
    id: n === 0 ? id : `${id}-${n}`,
    name,
    timeUnixNano,
    attributes: source === 'log' ? { ...attributes, ...messageAttributes(span, said) } : attributes,
  }));
}

/** A message that stands in attributes, or in an event that holds whole conversations. */
function carried(span: ConversationSpan, said: SaidMessage, ids: Ids): SpanHappening[] {
  const { record } = span;
  const { direction, content } = said;
  const id = ids.of(`${direction}|${content.role}|${JSON.stringify(content.parts)}`);
  const time = said.timeUnixNano ?? (direction === 'input' ? record.startUnixNano : record.endUnixNano);
  return wordsOf(said, finishReason(span, said)).map((one, n) => ({
    ...one,
    id: n === 0 ? id : `${id}-${n}`,
    name: conventionalName(said),
    timeUnixNano: time,
    attributes: messageAttributes(span, [said]),
  }));
}

const conventionalName = ({ direction, content }: SaidMessage): string =>
  direction === 'output' && content.role === 'assistant' ? CHOICE : `gen_ai.${content.role}.message`;

const messageAttributes = (span: ConversationSpan, said: readonly SaidMessage[]): Record<string, unknown> =>
  Object.fromEntries(
    (['input', 'output'] as const).flatMap((direction) => {
      const messages = said.filter((one) => one.direction === direction);
      const written = messages.map((one) => asConventionsWrite(one, finishReason(span, one)));
      return written.length === 0 ? [] : [[`gen_ai.${direction}.messages`, written]];
    }),
  );

/** A message as OpenTelemetry's conventions have it: with a name and a reason where there are any. */
function asConventionsWrite({ content: { role, name, parts } }: SaidMessage, reason: string | null): object {
  return {
    role,
    ...(name === null ? {} : { name }),
    parts,
    ...(reason === null ? {} : { finish_reason: reason }),
  };
}

/** An answer's reason to end; where the message of a model call has none, its span's. */
function finishReason(span: ConversationSpan, { direction, content }: SaidMessage): string | null {
  if (direction !== 'output' || content.role !== 'assistant') return null;
  return content.finishReason ?? (isModelCall(span) ? (span.span.finish_reasons[0] ?? null) : null);
}

/** Ids of messages: from what is said, so that they stay when the span is sent again; equal ones are counted. */
class Ids {
  readonly #span: ConversationSpan;
  readonly #seen = new Map<string, number>();

  constructor(span: ConversationSpan) {
    this.#span = span;
  }

  of(text: string): string {
    const id = digest(this.#span, text);
    const count = this.#seen.get(id) ?? 0;
    this.#seen.set(id, count + 1);
    return count === 0 ? id : `${id}.${count}`;
  }
}

function digest({ record }: ConversationSpan, text: string): string {
  return hash('sha1', `${record.traceId}|${record.spanId}|${text}`).slice(0, 24);
}

/** Answers of tools name their call by its id only: the name is that of the call, where the span has it. */
function nameResults(all: readonly SpanHappening[]): readonly SpanHappening[] {
  const names = new Map(
    all.filter(({ type }) => type === 'tool_call').map(({ toolCallId, toolName }) => [toolCallId, toolName]),
  );
  return all.map((one) =>
    one.type === 'tool_result' && one.toolName === null && one.toolCallId !== null
      ? { ...one, toolName: names.get(one.toolCallId) ?? null }
      : one,
  );
}
