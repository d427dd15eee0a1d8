import type { Message } from '../../contract/messages.ts';
import type { Attributes } from '../../decode/records.ts';
import { isNothing, isObject } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type SaidMessage, say } from '../reading.ts';

export interface RawSide {
  readonly key: string;
  readonly direction: Message['direction'];
  /** On a model call it is what was said, though in no form that a reader knows. */
  readonly isCall: boolean;
  /** What of the attribute counts; the attribute's value when it is left out. */
  readonly value?: unknown;
}

/** Input or output that holds no messages: a text, or what a model wrote, as its side's words, anything else as data. */
export function sayRaw(attributes: Attributes, side: RawSide, cache: ReadCache): SaidMessage[] {
  const { key, direction, isCall } = side;
  if (!attributes.has(key)) return [];
  const recorded = 'value' in side ? side.value : cache.structured(attributes.get(key));
  const resumed = isCall || direction === 'output' ? undefined : resumedWith(recorded);
  if (resumed !== undefined)
    return say([messageOf('user', [{ type: 'data', name: 'resume', content: resumed }])], { direction });
  const value = soleText(recorded);
  if (value === undefined || value === null || value === '') return [];
  const role = direction === 'input' ? 'user' : 'assistant';
  const text = typeof value === 'string' ? value : isCall ? attributes.string(key) : undefined;
  const contents =
    text === undefined
      ? [messageOf(role, [{ type: 'data', name: null, content: value }])]
      : readMessages(text, role, cache);
  return say(contents, { direction, isRaw: !isCall });
}

/** What a person answered where a graph of LangGraph's waits: it goes on with a `Command` that has nothing else to say. */
const resumedWith = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value['goto']) && value['goto'].length === 0 && isNothing(value['update'])
    ? (value['resume'] ?? undefined)
    : undefined;

/** A function of one text, `{question: "…"}`, is the text; one of nothing is nothing. */
function soleText(value: unknown): unknown {
  if (!isObject(value)) return value;
  const values = Object.values(value);
  if (values.length === 0) return null;
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : value;
}
