import type {
  Conversation,
  Message,
  MessagePart,
  ToolDefinition,
} from '../../../collector/contract/messages.ts';
import { printJson } from '../../lib/json-preview.ts';
import { plainBase64 } from './blob.ts';

type ResponsePart = Extract<MessagePart, { type: 'tool_call_response' }>;
type BlobPart = Extract<MessagePart, { type: 'blob' }>;
type Json = Readonly<Record<string, unknown>>;

/**
 * What a model was given, as the body of a request to chat completions, which most providers and local servers take: to send
 * the same again. What it answered, thought and failed with is no part of it. Null where it was given nothing.
 */
export function chatRequest(
  { messages, tools }: Pick<Conversation, 'messages' | 'tools'>,
  model: string | null,
): Json | null {
  const given = messages.filter(({ direction }) => direction === 'input');
  if (given.length === 0) return null;
  const ids = new CallIds();
  return {
    ...(model === null ? {} : { model }),
    messages: given.flatMap((message) => chatMessages(message, ids)),
    ...(tools.length === 0 ? {} : { tools: tools.map(chatTool) }),
  };
}

/** A result must name its call: where neither was recorded with an id, both get one. */
class CallIds {
  #made = 0;
  readonly #open: { readonly id: string; readonly name: string }[] = [];

  ofCall(id: string | null, name: string): string {
    const known = id ?? `call_${++this.#made}`;
    this.#open.push({ id: known, name });
    return known;
  }

  ofResponse({ id, name }: ResponsePart): string {
    const at = this.#open.findIndex((call) =>
      id === null ? name === null || call.name === name : call.id === id,
    );
    const [call] = at === -1 ? [] : this.#open.splice(at, 1);
    return id ?? call?.id ?? `call_${++this.#made}`;
  }
}

/** Results of tools are messages of their own, whoever's message they came in. */
function chatMessages(message: Message, ids: CallIds): readonly Json[] {
  const { role, name, parts } = message;
  const calls = parts.flatMap((part) =>
    part.type === 'tool_call'
      ? [
          {
            id: ids.ofCall(part.id, part.name),
            type: 'function',
            function: { name: part.name, arguments: asText(part.arguments ?? {}) },
          },
        ]
      : [],
  );
  const results = parts.flatMap((part) =>
    part.type === 'tool_call_response'
      ? [{ role: 'tool', tool_call_id: ids.ofResponse(part), content: asText(part.response) }]
      : [],
  );
  const content = chatContent(parts);
  // What comes along with results, as images do, no message of a tool may hold.
  const speaker = role === 'tool' ? 'user' : role;
  const said = {
    role: speaker,
    ...(name === null || role === 'tool' ? {} : { name }),
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const isSaid = content !== null || calls.length > 0;
  return speaker === 'assistant'
    ? [...(isSaid ? [said] : []), ...results]
    : [...results, ...(isSaid ? [said] : [])];
}

function chatContent(parts: readonly MessagePart[]): string | readonly Json[] | null {
  const content = parts.flatMap(chatPart);
  if (content.length === 0) return null;
  const texts = content.flatMap((part) => (part['type'] === 'text' ? [String(part['text'])] : []));
  return texts.length === content.length ? texts.join('\n\n') : content;
}

function chatPart(part: MessagePart): readonly Json[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.content }];
    case 'blob':
      if (part.modality === 'audio') {
        const format = audioFormat(part.mime_type);
        return [{ type: 'input_audio', input_audio: { data: plainBase64(part.content), format } }];
      }
      return [media(part.modality, dataAddress(part))];
    case 'uri':
      return [media(part.modality, part.uri)];
    case 'file':
      return [{ type: 'file', file: { file_id: part.file_id } }];
    case 'data':
      // What only the provider can read was made for it alone.
      if (part.name === 'redacted_reasoning') return [];
      return [{ type: 'text', text: asText(part.content) }];
    case 'reasoning':
    case 'error':
    case 'tool_call':
    case 'tool_call_response':
      return [];
  }
}

/** The names that the interface knows: a type may be written in several ways. */
function audioFormat(mimeType: string | null): string {
  const type = (mimeType ?? 'audio/wav').toLowerCase().replace(/^audio\/(?:x-|vnd\.)?|;.*$/g, '');
  return { mpeg: 'mp3', wave: 'wav' }[type] ?? type;
}

/** Some record bytes with the address before them. */
const dataAddress = ({ mime_type, content }: BlobPart): string =>
  content.startsWith('data:')
    ? content
    : `data:${mime_type ?? 'application/octet-stream'};base64,${plainBase64(content)}`;

function media(modality: string, url: string): Json {
  return modality === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { file_data: url } };
}

function chatTool({ name, description, parameters }: ToolDefinition): Json {
  return {
    type: 'function',
    function: {
      name,
      ...(description === null ? {} : { description }),
      ...(typeof parameters === 'object' && parameters !== null ? { parameters } : {}),
    },
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : printJson(value, 0);
}
