import type { MessagePart, MessageRole } from '../../contract/messages.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';
import { messageValue } from '../json.ts';
import { joinItems } from '../payloads/joined-items.ts';
import { roleOf, splitAnswers } from '../payloads/message.ts';
import { mediaPart } from '../payloads/media.ts';
import { finishPart } from '../payloads/parts.ts';
import { toolCallPart, toolResponsePart } from '../payloads/tool-value.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import {
  type Flattened,
  type FlattenedEntry,
  branches,
  isSameEntry,
  leaf,
  messageEntriesOf,
  textLeaf,
  treeOf,
} from './flattened.ts';

interface KnownEntry {
  readonly entry: FlattenedEntry;
  readonly contents: readonly MessageContent[];
}

/** What the last span's lists held, by prefix: a history's entries are read once, not once a span. */
const newMemory = (_cache: ReadCache) => new Map<string, readonly KnownEntry[]>();

/** The messages below `llm.input_messages.` or `llm.output_messages.`; those that lost their content have no parts. */
export function readFlattened(
  attributes: Attributes,
  prefix: string,
  fallback: MessageRole,
  cache: ReadCache,
): readonly MessageContent[] {
  const memory = cache.once(cache, newMemory);
  const before = memory.get(prefix) ?? [];
  const entries = messageEntriesOf(attributes, prefix).map((entry, index): KnownEntry => {
    const known = before[index];
    if (known !== undefined && isSameEntry(known.entry, entry)) return known;
    return { entry, contents: readEntry(treeOf(entry, prefix), fallback, cache) };
  });
  memory.set(prefix, entries);
  return joinItems(entries.flatMap(({ contents }) => contents));
}

function readEntry(entry: Flattened, fallback: MessageRole, cache: ReadCache): readonly MessageContent[] {
  const message = leaf(entry, 'message');
  if (!(message instanceof Map)) return [];
  const fields = message as Flattened;
  const role = roleOf(textLeaf(fields, 'role')) ?? fallback;
  const name = textLeaf(fields, 'name') ?? null;
  return splitAnswers({ role, name, parts: partsOf(fields, role, cache), finishReason: null }, cache);
}

/** False when an instrumentation left out what a message held, or the ids that tie answers to calls. */
export function isComplete(contents: readonly MessageContent[]): boolean {
  return (
    contents.length > 0 &&
    contents.every(
      ({ parts }) => parts.length > 0 && parts.every((part) => part.type !== 'tool_call' || part.id !== null),
    )
  );
}

function partsOf(fields: Flattened, role: MessageRole, cache: ReadCache): readonly MessagePart[] {
  const content = leaf(fields, 'content');
  const callId = textLeaf(fields, 'tool_call_id');
  const text = typeof content === 'string' ? content : undefined;
  if (callId !== undefined || (role === 'tool' && text !== undefined)) {
    const response =
      text ?? branches(leaf(fields, 'contents')).map((entry) => textLeaf(entry, 'message_content', 'text'));
    return [finishPart(toolResponsePart({ id: callId, name: textLeaf(fields, 'name'), response }), cache)];
  }
  const contents = branches(leaf(fields, 'contents')).flatMap((entry) => [...readContent(entry, cache)]);
  const calls = branches(leaf(fields, 'tool_calls')).map((entry) =>
    readCall(leaf(entry, 'tool_call'), cache),
  );
  const old = textLeaf(fields, 'function_call_name');
  return [
    // Both forms of the same words: the list says more.
    ...(contents.some((part) => part.type === 'text') || !text
      ? []
      : [{ type: 'text' as const, content: text }]),
    ...contents,
    ...calls.filter((call) => !contents.some((part) => isSame(part, call))),
    ...(old === undefined
      ? []
      : [finishPart(toolCallPart(null, old, leaf(fields, 'function_call_arguments_json')), cache)]),
  ];
}

function readContent(entry: Flattened, cache: ReadCache): readonly MessagePart[] {
  const call = leaf(entry, 'tool_call');
  if (call instanceof Map) return [readCall(call as Flattened, cache)];
  const content = leaf(entry, 'message_content');
  if (!(content instanceof Map)) return [];
  const fields = content as Flattened;
  const type = textLeaf(fields, 'type');
  const text = textLeaf(fields, 'text');
  const hints = { mimeType: textLeaf(fields, 'image', 'image', 'mime_type') };
  const media =
    mediaPart(leaf(fields, 'image', 'image', 'url'), { ...hints, modality: 'image' }) ??
    mediaPart(leaf(fields, 'audio', 'audio', 'url'), {
      mimeType: textLeaf(fields, 'audio', 'audio', 'mime_type'),
      modality: 'audio',
    });
  if (media !== undefined) return [media];
  if (text === '') return [];
  if (text !== undefined) return [{ type: type === 'reasoning' ? 'reasoning' : 'text', content: text }];
  return fields.size <= 1 ? [] : [{ type: 'data', name: type ?? null, content: messageValue(fields) }];
}

function readCall(call: Flattened | AttributeValue | undefined, cache: ReadCache): MessagePart {
  const args = leaf(call, 'function', 'arguments');
  const part = toolCallPart(leaf(call, 'id'), leaf(call, 'function', 'name'), messageValue(args));
  return finishPart(part, cache);
}

function isSame(part: MessagePart, call: MessagePart): boolean {
  if (part.type !== 'tool_call' || call.type !== 'tool_call') return false;
  return part.id === null || call.id === null ? part.name === call.name : part.id === call.id;
}
