import type { MessagePart, MessageRole } from '../contract/messages.ts';
import type { SpanEventType } from '../contract/unscoped-events.ts';
import type { Attributes } from '../decode/records.ts';
import { asideOf, isDetail } from './asides.ts';
import type { SaidMessage } from './reading.ts';

/** What an event says, in the few fields that clients of the unscoped interface read. */
export interface Words {
  readonly type: SpanEventType;
  readonly role: string | null;
  readonly finishReason: string | null;
  readonly contentPreview: string | null;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
}

/** How much of an event's text the unscoped interface shows; the previews of spans are shorter (extract/preview-length.ts). */
const PREVIEW_CHARACTERS = 500;

const MESSAGE_TYPES = {
  system: 'system_message',
  user: 'user_message',
  assistant: 'assistant_message',
  tool: 'tool_result',
} as const satisfies Record<MessageRole, SpanEventType>;

/** A message, then each tool call in it; of a message in the history that holds calls only, the calls. */
export function wordsOf(said: SaidMessage, finishReason: string | null): readonly Words[] {
  const { role, parts } = said.content;
  const calls = parts.filter((part) => part.type === 'tool_call');
  const callWords = calls.map((call) => callOf(call, role));
  if (calls.length > 0 && calls.length === parts.length && said.direction === 'input') return callWords;
  const answer = parts.find((part) => part.type === 'tool_call_response');
  const words: Words = {
    type: role === 'assistant' && said.direction === 'output' ? 'choice' : MESSAGE_TYPES[role],
    role,
    finishReason,
    contentPreview: previewOf(parts.filter((part) => part.type !== 'tool_call')),
    toolName: answer?.name ?? null,
    toolCallId: answer?.id ?? null,
  };
  return [words, ...callWords];
}

function callOf(call: Extract<MessagePart, { type: 'tool_call' }>, role: MessageRole): Words {
  return {
    type: 'tool_call',
    role,
    finishReason: null,
    contentPreview: cut(textOf(call.arguments)),
    toolName: call.name,
    toolCallId: call.id,
  };
}

/** An event that tells no message: content may not have been recorded, or it is about something else. */
export function silentWords(attributes: Attributes, name: string, role: MessageRole | undefined): Words {
  const isChoice = name === 'gen_ai.choice';
  const isTool = role === 'tool';
  const text =
    attributes.string('content') ?? attributes.string('message') ?? attributes.string('exception.message');
  return {
    type: isChoice ? 'choice' : role === undefined ? 'other' : MESSAGE_TYPES[role],
    role: attributes.string('role') ?? role ?? (isChoice ? 'assistant' : null),
    finishReason: isChoice ? (attributes.string('finish_reason') ?? null) : null,
    contentPreview: cut(text ?? ''),
    toolName: attributes.string('gen_ai.tool.name') ?? (isTool ? (attributes.string('name') ?? null) : null),
    toolCallId:
      attributes.string('gen_ai.tool.call.id') ?? (isTool ? (attributes.string('id') ?? null) : null),
  };
}

/** What was said before what was thought: the thought stands for it only where nothing was said. */
function previewOf(parts: readonly MessagePart[]): string | null {
  const said = parts.filter((part) => asideOf(part) === null && !isDetail(part));
  const shown = said.length > 0 ? said : parts;
  return cut(shown.map(partText).join('\n'));
}

function partText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.content;
    case 'tool_call':
      return textOf(part.arguments);
    case 'tool_call_response':
      return textOf(part.response);
    case 'blob':
      return `[${part.mime_type ?? part.modality}]`;
    case 'uri':
      return part.uri;
    case 'file':
      return part.file_id;
    case 'error':
      return part.message;
    case 'data':
      return textOf(part.content);
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The first characters, none of them cut in half. */
function cut(text: string): string | null {
  if (text === '') return null;
  return text.length <= PREVIEW_CHARACTERS
    ? text
    : Array.from(text.slice(0, PREVIEW_CHARACTERS * 2))
        .slice(0, PREVIEW_CHARACTERS)
        .join('');
}
