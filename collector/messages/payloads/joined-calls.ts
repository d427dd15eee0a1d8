import type { MessagePart } from '../../contract/messages.ts';
import type { ReadCache } from '../read-cache.ts';
import { toolCallPart } from './tool-value.ts';

/** How providers begin the id of a call is the same in all of them. */
const ID_START = 4;

/**
 * The calls of a streamed answer that Langfuse's and OpenInference's wrappers of OpenAI's SDK in JavaScript put together as
 * one: the arguments stand one behind the other, with OpenInference the ids and names as well. Any other part is alone.
 */
export function splitCalls(part: MessagePart, cache: ReadCache): readonly MessagePart[] {
  if (part.type !== 'tool_call' || typeof part.arguments !== 'string') return [part];
  const all = objectsIn(part.arguments, cache);
  if (all.length < 2) return [part];
  const names = piecesOf(part.name, all.length);
  const ids = part.id === null ? [] : piecesOf(part.id, all.length);
  const isName = names.every((name) => name === names[0]);
  const isId = ids.every((id) => id.slice(0, ID_START) === ids[0]?.slice(0, ID_START));
  return all.map((args, index) =>
    toolCallPart(isId ? ids[index] : null, (isName ? names[index] : undefined) ?? part.name, args),
  );
}

/** A text cut into so many pieces of one length; none where that does not come out even. */
function piecesOf(text: string, count: number): readonly string[] {
  const length = text.length / count;
  if (!Number.isInteger(length)) return [];
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length));
}

/** The objects that a text is made of; none where it is not all of whole ones. */
function objectsIn(text: string, cache: ReadCache): readonly unknown[] {
  const values: unknown[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (isInString) {
      if (sign === '\\') index++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) {
      const value = cache.parse(text.slice(start, index + 1));
      if (value === undefined) return [];
      values.push(value);
      start = index + 1;
    }
  }
  return text.slice(start).trim() === '' ? values : [];
}
