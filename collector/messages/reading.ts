import type { Message, MessagePart, MessageRole, ToolDefinition } from '../contract/messages.ts';
import { withoutWhiteSpace } from './white-space.ts';

/** What was said, without where and when: shared by all spans that repeat it, never changed. */
export interface MessageContent {
  readonly role: MessageRole;
  readonly name: string | null;
  readonly parts: readonly MessagePart[];
  readonly finishReason: string | null;
}

/** One message as one span recorded it. */
export interface SaidMessage {
  readonly content: MessageContent;
  readonly direction: Message['direction'];
  readonly source: Message['source'];
  /** When the event or log record was written; null for attributes, which have only their span's times. */
  readonly timeUnixNano: bigint | null;
  /** Not messages but a function's input or output, shown as one (OpenInference `input.value` of a chain). */
  readonly isRaw: boolean;
  /** The end of it, and what followed it, was cut off. */
  readonly isCut?: boolean;
}

/**
 * All that one dialect found on one span. `system` stands apart from `input` because some exporters put the instructions
 * elsewhere than the history. A tool's span has its call as input and its result as output.
 */
export interface Reading {
  readonly system: readonly SaidMessage[];
  readonly input: readonly SaidMessage[];
  readonly output: readonly SaidMessage[];
  readonly tools: readonly ToolDefinition[];
  /** The input leaves out what that of a span around it has: what a call was asked is taken from there. */
  readonly isAbridged?: boolean;
  /** A run that goes on inside of the one that waited for a person: what its calls were asked stands further out, or on them. */
  readonly isResumed?: boolean;
  /** A call that does not say what it answered: the agent around it does, and the tools beside it tell which were called. */
  readonly isAnsweredAround?: boolean;
  /** A call that says only what it was answered: another span says what it was asked. */
  readonly askedElsewhere?: AskedElsewhere;
}

/** How the spans are known that begin and end a call, where each of the two is a span of its own. */
export interface AskedElsewhere {
  /** The attribute that says which of them a span is. */
  readonly key: string;
  /** Its value on a span that begins a call. */
  readonly begin: string;
  /** Its values on spans that end one. */
  readonly ends: readonly string[];
  /** The attribute with the id of the run that both are a part of. */
  readonly run: string;
}

export const NOTHING_READ: Reading = { system: [], input: [], output: [], tools: [] };

/** The messages alone: what a function returned need be no answer. */
export const withoutRawOutput = (reading: Reading): Reading => ({
  ...reading,
  output: reading.output.filter(({ isRaw }) => !isRaw),
});

/** A span's own messages in the order in which they were said, nothing removed. */
export function messagesOf({ system, input, output }: Reading): readonly SaidMessage[] {
  return [...system, ...input, ...output];
}

/** The words of a message; texts that stood apart stand on lines of their own. */
export const textOfParts = (parts: readonly MessagePart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? part.content.trim() : [])).join('\n');

/** When the log record was written that a message is from; null where it is from none, or that does not say. */
export const loggedAt = ({ source, timeUnixNano }: SaidMessage): bigint | null =>
  source === 'log' && timeUnixNano !== null && timeUnixNano > 0n ? timeUnixNano : null;

export interface SayOptions {
  readonly direction: Message['direction'];
  readonly source?: Message['source'];
  readonly timeUnixNano?: bigint | null;
  readonly isRaw?: boolean;
  /** What followed the last content was cut off, and maybe its end. */
  readonly isCut?: boolean;
}

/** The contents as messages of a span; contents without parts say nothing and are left out. */
export function say(contents: readonly MessageContent[], options: SayOptions): SaidMessage[] {
  return contents
    .filter((content) => content.parts.length > 0)
    .map((content, index, all) => ({
      content,
      direction: options.direction,
      source: options.source ?? 'attribute',
      timeUnixNano: options.timeUnixNano ?? null,
      isRaw: options.isRaw ?? false,
      ...(options.isCut === true && index === all.length - 1 ? { isCut: true } : {}),
    }));
}

/** Messages of role system apart from the rest, for the sides of a `Reading`. Only those before the first other role. */
export function splitSystem(messages: readonly SaidMessage[]): {
  readonly system: readonly SaidMessage[];
  readonly input: readonly SaidMessage[];
} {
  const first = messages.findIndex((message) => message.content.role !== 'system');
  const end = first === -1 ? messages.length : first;
  return { system: messages.slice(0, end), input: messages.slice(end) };
}

/**
 * Instructions that stand beside a history, before those that the history begins with: a call may have both. Many SDKs write
 * the same ones both ways, as one message or as several; these are told once.
 */
export function withInstructions(
  instructions: readonly SaidMessage[],
  system: readonly SaidMessage[],
): readonly SaidMessage[] {
  if (instructions.length === 0 || system.length === 0) return [...instructions, ...system];
  const known = new Set(system.map(({ content }) => wordsOf(content.parts)));
  known.add(wordsOf(system.flatMap(({ content }) => content.parts)));
  for (const { content } of system) for (const part of content.parts) known.add(wordsOf([part]));
  const isKnown = (parts: readonly MessagePart[]): boolean => known.has(wordsOf(parts));
  const own = instructions.filter(
    ({ content: { parts } }) => !isKnown(parts) && !parts.every((part) => isKnown([part])),
  );
  return [...own, ...system];
}

/** What parts say, however their texts were joined. */
const wordsOf = (parts: readonly MessagePart[]): string =>
  parts
    .map((part) => (part.type === 'text' ? withoutWhiteSpace(part.content) : JSON.stringify(part)))
    .join('');
