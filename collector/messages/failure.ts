import type { MessagePart } from '../contract/messages.ts';
import { failureWords } from '../decode/failure.ts';
import type { Attributes } from '../decode/records.ts';
import { type ConversationSpan, hasFailed } from './conversation-span.ts';
import { nameOfLog, timeOrdered } from './dialects/events.ts';

export type Failure = Extract<MessagePart, { type: 'error' }>;

/** An exception as it was recorded. */
interface RecordedException {
  readonly attributes: Attributes;
  readonly source: 'event' | 'log';
}

/** The last exception that a span recorded: an event of it, or, as the conventions have it by now, a log record. */
export function exceptionOf({ record, logs = [] }: ConversationSpan): RecordedException | undefined {
  const event = record.events.findLast(({ name }) => name === 'exception');
  if (event !== undefined) return { attributes: event.attributes, source: 'event' };
  const log = timeOrdered(logs).findLast(
    (one) =>
      EXCEPTION_LOGS.has(nameOfLog(one)) &&
      ['exception.message', 'exception.type', 'error.message'].some((key) => one.attributes.has(key)),
  );
  return log && { attributes: log.attributes, source: 'log' };
}

/**
 * A program may log exceptions under names of its own that it goes on after. Of a call that failed Qwen Code says why in
 * its record alone: the span's status is the same for all.
 */
const EXCEPTION_LOGS = new Set(['exception', 'gen_ai.client.operation.exception', 'qwen-code.api_error']);

/** Why a span failed. Undefined for a span that did not fail, and for one that says only that it did. */
export function readFailure(span: ConversationSpan): Failure | undefined {
  if (!hasFailed(span)) return undefined;
  const words = failureWords(span.record, exceptionOf(span)?.attributes);
  return words && { type: 'error', ...words };
}

/** The failure of a span that says no more than a type, its own or that of what it threw, or that it failed, or not even that. */
export function bareFailure(span: ConversationSpan): Failure | undefined {
  if (!hasFailed(span)) return undefined;
  const thrown = exceptionOf(span)?.attributes;
  const type = thrown?.string('exception.type') ?? span.record.attributes.string('error.type') ?? null;
  const message = span.record.statusMessage || (type ?? 'failed');
  return { type: 'error', name: type, message, stacktrace: thrown?.string('exception.stacktrace') ?? null };
}

/** Whether parts of a message say a text: their own members and ids are no words. */
export function isSaidIn(parts: readonly MessagePart[], text: string): boolean {
  const words = JSON.stringify(text).slice(1, -1);
  return parts.some((part) => JSON.stringify(saidBy(part)).includes(words));
}

function saidBy(part: MessagePart): unknown {
  if (part.type === 'tool_call_response') return part.response ?? null;
  if (part.type === 'error') return part.message;
  return 'content' in part ? (part.content ?? null) : null;
}
