import type { MessagePart } from '../../contract/messages.ts';
import { asideOf, isDetail } from '../asides.ts';
import type { MessageContent } from '../reading.ts';

/** The Responses API writes one turn as several items (a thought, a text, calls): a person reads one message. */
export function joinItems(contents: readonly MessageContent[]): readonly MessageContent[] {
  const joined: MessageContent[] = [];
  /** Those of the last, once something was joined to it: copied anew for each, they took the square of their number. */
  let parts: MessagePart[] = [];
  let isLastThought = false;
  for (const content of contents) {
    const last = joined.at(-1);
    if (last !== undefined && isOneTurn(last, content, isLastThought)) {
      if (last.parts !== parts) parts = [...last.parts];
      for (const part of content.parts) parts.push(part);
      joined[joined.length - 1] = { ...content, parts };
      isLastThought &&= content.parts.every(isThought);
    } else {
      joined.push(content);
      isLastThought = isAll(content, isThought);
    }
  }
  return joined;
}

/** What has a reason to have finished is a turn of its own. */
function isOneTurn(last: MessageContent, next: MessageContent, isLastThought: boolean): boolean {
  if (last.role !== 'assistant' || next.role !== 'assistant') return false;
  return isLastThought || (last.finishReason === null && isAll(next, isOfCalls));
}

const isOfCalls = (part: MessagePart): boolean => part.type === 'tool_call' || isDetail(part);
const isThought = (part: MessagePart): boolean => asideOf(part) === 'thought';

const isAll = ({ parts }: MessageContent, is: (part: MessagePart) => boolean): boolean =>
  parts.length > 0 && parts.every(is);
