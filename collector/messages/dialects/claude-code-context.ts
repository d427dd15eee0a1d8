import type { MessagePart } from '../../contract/messages.ts';
import { REMINDERS } from '../../contract/named-data.ts';
import type { Attributes } from '../../decode/records.ts';
import {
  BETWEEN_SECTIONS,
  HEADING,
  type Piece,
  REDACTED,
  noticesIn,
  piecesOf,
} from '../../lib/claude-code-sections.ts';
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

/** Whether a record says that a call was not allowed: there is none of its result then. */
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

/** What was asked: a prompt of the program's is no words of the person's. */
export const withNotices = (asked: readonly MessageContent[]): readonly MessageContent[] =>
  asked.map((content) => ({
    ...content,
    parts: content.parts.flatMap((part) =>
      part.type === 'text' ? (noticeParts(part.content) ?? part) : part,
    ),
  }));

const partOf = ({ text, isProgram }: Piece): MessagePart =>
  isProgram ? { type: 'data', name: REMINDERS, content: text } : { type: 'text', content: text };

/** What the program prompts the model with, when work in the background ends; undefined for other texts. */
export const noticeParts = (text: string): readonly MessagePart[] | undefined => noticesIn(text)?.map(partOf);

/** What a program told the model, and a person's words behind and between that; undefined for other texts. */
export function reminderParts(text: string): readonly MessagePart[] | undefined {
  if (!text.startsWith(REMINDER)) return undefined;
  return piecesOf(text, REMINDER, REMINDER_END).map((piece) =>
    // It may be cut off.
    partOf(
      piece.text.startsWith(REMINDER)
        ? { text: piece.text.slice(REMINDER.length).trim(), isProgram: true }
        : piece,
    ),
  );
}

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
    const told = typeof text === 'string' ? reminderParts(text) : undefined;
    if (told === undefined) content.push(block);
    else for (const part of told) reminders.push(part);
  }
  return { content, reminders };
}

/** To an answer that is a text it appends paragraphs. */
function splitText(text: string): Split {
  const reminders: (readonly MessagePart[])[] = [];
  let content = text;
  for (;;) {
    const rest = content.trimEnd();
    const from = rest.endsWith(REMINDER_END) ? rest.lastIndexOf(`\n\n${REMINDER}`) : -1;
    const told = from < 0 ? undefined : reminderParts(rest.slice(from).trimStart());
    if (told === undefined) return { content, reminders: reminders.toReversed().flat() };
    reminders.push(told);
    content = rest.slice(0, from);
  }
}
