import { messageHeading, partMarkdown } from '../../contract/conversation-markdown.ts';
import type { Conversation, Message, MessagePart } from '../../contract/messages.ts';
import { namedData } from '../../contract/named-data.ts';
import { countOf } from '../../contract/words.ts';
import { bounded, oneLine, printed, shortened } from './bounds.ts';

/** Which of the messages are told, and how much of each. */
export interface Telling {
  /** The number of the first message that is told, from 1. */
  readonly from: number;
  readonly maxCharacters: number;
  readonly maxPartCharacters: number;
}

/** Characters for the names of tools, fewer than any answer has. */
const MAX_NAMES = 500;

/** Messages as Markdown, each with its number and its span: as many as have room, at least a piece of one, and where to go on. */
export function conversationText({ messages, tools }: Conversation, telling: Telling): string {
  const { from, maxCharacters } = telling;
  if (messages.length === 0) return 'Nothing that was said is recorded there.';
  if (from > messages.length) return `It has ${countOf(messages.length, 'message')}, and no message ${from}.`;
  const names = tools.map(({ name }) => oneLine(name)).join(', ');
  const offered =
    from === 1 && names !== ''
      ? [bounded(`Tools that models were offered: ${names}`, 'there are more', MAX_NAMES)]
      : [];
  const told: string[] = [];
  let room = maxCharacters - offered.join('').length;
  for (const [i, message] of messages.slice(from - 1).entries()) {
    const text = messageText(message, from + i, telling.maxPartCharacters);
    if (text.length > room && told.length > 0) break;
    told.push(bounded(text, 'get_span tells all of its span', room));
    room -= text.length;
    if (room <= 0) break;
  }
  const last = from + told.length - 1;
  const left = messages.length - last;
  const rest = left > 0 ? [`… ${countOf(left, 'more message')}: go on with from_message=${last + 1}`] : [];
  return [`Messages ${from} to ${last} of ${messages.length}`, ...offered, ...told, ...rest].join('\n\n');
}

function messageText(message: Message, number: number, most: number): string {
  const print = (value: unknown): string => bounded(printed(value), 'raise max_part_characters', most);
  const parts = message.parts.map((part) =>
    partMarkdown(withoutOurHeadings(shortened(part, most) as MessagePart), print),
  );
  return [`## ${number}. ${messageHeading(message)} · span ${message.span_id}`, ...parts].join('\n\n');
}

/** A text that has the head of a message in it would pass for two, of which somebody else seems to say the second. */
function withoutOurHeadings(part: MessagePart): MessagePart {
  if (part.type === 'text') return { ...part, content: escaped(part.content) };
  if (part.type !== 'data') return part;
  const known = namedData(part);
  return known?.kind === 'refusal' ? { ...part, content: escaped(known.text) } : part;
}

const escaped = (text: string): string => text.replaceAll(/^( {0,3})(?=##[ \t]*\d+\. )/gm, '$1\\');
