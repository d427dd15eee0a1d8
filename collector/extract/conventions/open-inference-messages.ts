import type { Attributes } from '../../decode/records.ts';
import { clip } from '../preview.ts';

const MAX_MESSAGES = 64;
const MAX_PARTS = 8;

/** The keys of message N, made once: they are asked for on every model call. */
interface MessageKeys {
  readonly role: string;
  readonly content: string;
  readonly toolCallId: string;
  readonly parts: readonly { readonly type: string; readonly text: string }[];
}

function messageKeys(list: string): readonly MessageKeys[] {
  return Array.from({ length: MAX_MESSAGES }, (_, index) => {
    const message = `${list}.${index}.message`;
    const parts = Array.from({ length: MAX_PARTS }, (_, part) => {
      const content = `${message}.contents.${part}.message_content`;
      return { type: `${content}.type`, text: `${content}.text` };
    });
    return {
      role: `${message}.role`,
      content: `${message}.content`,
      toolCallId: `${message}.tool_call_id`,
      parts,
    };
  });
}

/** As the conventions call a text, and as the Responses API does, which OpenInference for JavaScript keeps. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

const INPUT = messageKeys('llm.input_messages');
const OUTPUT = messageKeys('llm.output_messages');

/** First 200 characters of the first user message in `llm.input_messages.N`; null when there is none with text. */
export function firstUserMessage(attributes: Attributes): string | null {
  for (const keys of INPUT) {
    const role = attributes.string(keys.role);
    if (role === undefined) return null;
    // Anthropic's tool results are user messages.
    if (role !== 'user' || attributes.has(keys.toolCallId)) continue;
    const text = messageText(attributes, keys);
    if (text !== null) return text;
  }
  return null;
}

/** First 200 characters of the last assistant message with text in `llm.output_messages.N`. */
export function lastAssistantMessage(attributes: Attributes): string | null {
  let last: string | null = null;
  for (const keys of OUTPUT) {
    const role = attributes.string(keys.role);
    if (role === undefined) break;
    if (role === 'assistant' || role === 'ai' || role === 'model')
      last = messageText(attributes, keys) ?? last;
  }
  return last;
}

function messageText(attributes: Attributes, keys: MessageKeys): string | null {
  const content = attributes.string(keys.content);
  if (content !== undefined) return clip(content);
  for (const part of keys.parts) {
    const type = attributes.string(part.type);
    if (type === undefined) return null;
    const text = TEXTS.has(type) ? attributes.string(part.text) : undefined;
    if (text !== undefined) return clip(text);
  }
  return null;
}
