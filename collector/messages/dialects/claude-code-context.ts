import type { MessagePart } from '../../contract/messages.ts';
import { REMINDERS } from '../../contract/named-data.ts';
import type { Attributes } from '../../decode/records.ts';
import { BETWEEN_SECTIONS, HEADING, REDACTED, noticeOf } from '../../lib/claude-code-sections.ts';
import type { LogLike } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { messageOf } from '../payloads/message.ts';
import { finishPart, readParts } from '../payloads/parts.ts';
import { toolResponsePart } from '../payloads/tool-value.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import { nameOfLog } from './events.ts';

/** A text that is a reminder to the model begins so. */
const REMINDER = '<system-reminder>';
const REMINDER_END = '</system-reminder>';

/** What a log record tells of. */
export const eventOf = (log: LogLike): string => nameOfLog(log).replace(/^claude_code\./, '');

/** Of a call that was not allowed there is no result, only that. */
export const isRefusal = (log: LogLike): boolean =>
  eventOf(log) === 'tool_decision' && log.attributes.string('decision') === 'reject';

/** A text attribute that was recorded. */
export function textOf(attributes: Attributes, key: string): string | undefined {
  const text = attributes.string(key);
  return text === REDACTED ? undefined : text;
}

/** `new_context`: what a request adds to those before it, the person's words and tools' answers under headings. */
export function readContext(context: string, cache: ReadCache): readonly MessageContent[] {
  return context.split(BETWEEN_SECTIONS).flatMap((section) => {
    const [heading, kind, id] = HEADING.exec(section) ?? ['', '', ''];
    const text = section.slice(heading.length);
    if (kind !== 'TOOL RESULT') return withNotices([messageOf('user', readParts(text, cache))]);
    const { content, reminders } = splitReminders(cache.structured(text));
    const answer = finishPart(toolResponsePart({ id, response: content }), cache);
    return [messageOf('tool', [answer]), messageOf('user', reminders)];
  });
}

/** The value under a heading of its own: `[TOOL INPUT: Bash]`, then JSON. */
export function readSection(text: string | undefined, cache: ReadCache): unknown {
  return text === undefined ? undefined : cache.structured(text.replace(HEADING, ''));
}

const withoutTags = (text: string): string =>
  text.replaceAll(REMINDER, '').replaceAll(REMINDER_END, '').trim();

/** What was asked: a prompt of the program's is no words of the person's. */
export const withNotices = (asked: readonly MessageContent[]): readonly MessageContent[] =>
  asked.map((content) => ({
    ...content,
    parts: content.parts.map((part) => (part.type === 'text' ? (noticePart(part.content) ?? part) : part)),
  }));

/** What the program prompts the model with, when work in the background ends; undefined for other texts. */
export function noticePart(text: string): MessagePart | undefined {
  const content = noticeOf(text);
  return content === undefined ? undefined : { type: 'data', name: REMINDERS, content };
}

/** What a program told the model between the person's words; undefined for other texts. */
export const reminderOf = (text: string): MessagePart | undefined =>
  text.startsWith(REMINDER) ? { type: 'data', name: REMINDERS, content: withoutTags(text) } : undefined;

interface Split {
  readonly content: unknown;
  readonly reminders: readonly MessagePart[];
}

/** What the program appended to a tool's answer is not the tool's. */
export function splitReminders(value: unknown): Split {
  if (typeof value === 'string') return splitText(value);
  if (!Array.isArray(value)) return { content: value, reminders: [] };
  const content: unknown[] = [];
  const reminders: MessagePart[] = [];
  for (const block of value as readonly unknown[]) {
    const text = isObject(block) ? block['text'] : undefined;
    const reminder = typeof text === 'string' ? reminderOf(text) : undefined;
    if (reminder === undefined) content.push(block);
    else reminders.push(reminder);
  }
  return { content, reminders };
}

/** To an answer that is a text it appends paragraphs. */
function splitText(text: string): Split {
  const reminders: MessagePart[] = [];
  let content = text;
  for (;;) {
    const rest = content.trimEnd();
    const from = rest.endsWith(REMINDER_END) ? rest.lastIndexOf(`\n\n${REMINDER}`) : -1;
    const reminder = from < 0 ? undefined : reminderOf(rest.slice(from).trimStart());
    if (reminder === undefined) return { content, reminders: reminders.toReversed() };
    reminders.push(reminder);
    content = rest.slice(0, from);
  }
}
