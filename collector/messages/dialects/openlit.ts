import type { MessageRole } from '../../contract/messages.ts';
import { type ConversationSpan, isModelCall } from '../conversation-span.ts';
import { messageOf, roleOf } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { type EventLike, eventsOf } from './events.ts';

const PROMPT = 'gen_ai.prompt';
const TURN = /^(system|developer|user|assistant|tool|human|ai|model): ?/;

/**
 * OpenLIT before it wrote `gen_ai.input.messages`: a request's messages as one text, `role: content` a line, in the
 * `gen_ai.content.prompt` event or the `gen_ai.prompt` attribute.
 */
export const openlit: Dialect = {
  name: 'openlit',
  speaks: (span) => span.span.framework === 'openlit' && isModelCall(span) && promptOf(span) !== undefined,
  read(span, _cache: ReadCache) {
    const prompt = promptOf(span);
    if (prompt === undefined) return {};
    const { text, event } = prompt;
    const where = event === null ? {} : { source: event.source, timeUnixNano: event.timeUnixNano };
    return splitSystem(say(readTurns(text), { direction: 'input', ...where }));
  },
};

interface Prompt {
  readonly text: string;
  readonly event: EventLike | null;
}

/** Only a text of this form: others are for the reader of events. */
function promptOf(span: ConversationSpan): Prompt | undefined {
  const own = span.record.attributes.string(PROMPT);
  if (own !== undefined) return TURN.test(own) ? { text: own, event: null } : undefined;
  for (const event of eventsOf(span)) {
    const text = event.attributes.string(PROMPT);
    if (text !== undefined && TURN.test(text)) return { text, event };
  }
  return undefined;
}

/** A line that begins with a role begins a message; all others belong to the one before. */
function readTurns(text: string): readonly MessageContent[] {
  const turns: { role: MessageRole; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const head = TURN.exec(line);
    const role = head === null ? undefined : roleOf(head[1]);
    if (head !== null && role !== undefined) turns.push({ role, lines: [line.slice(head[0].length)] });
    else turns.at(-1)?.lines.push(line);
  }
  return turns.map(({ role, lines }) => messageOf(role, [{ type: 'text', content: lines.join('\n') }]));
}
