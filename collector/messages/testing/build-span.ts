import type { Conversation, Message, MessagePart } from '../../contract/messages.ts';
import type { Span } from '../../contract/spans.ts';
import { EMPTY_SPAN } from '../../contract/testing/empty-span.ts';
import { attributesOf } from '../../testing/attributes.ts';
import type { AttributeValue, SpanEventRecord } from '../../decode/records.ts';
import type { ConversationSpan, LogLike } from '../conversation-span.ts';

export interface SpanOptions {
  readonly id: string;
  readonly parent?: string;
  readonly trace?: string;
  /** Milliseconds from the start of the test's time. */
  readonly at?: number;
  readonly ms?: number;
  readonly name?: string;
  readonly scope?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly events?: readonly SpanEventRecord[];
  readonly logs?: readonly LogLike[];
  readonly error?: string;
  readonly span?: Partial<Span>;
}

const START = 1_760_000_000_000_000_000n;

/** Any span: what the collector's columns and its decoder would hand over. */
export function span(options: SpanOptions): ConversationSpan {
  const { id, parent = null, trace = 'a1', at = 0, ms = 10, name = id, scope = 'test', error } = options;
  const start = START + BigInt(at) * 1_000_000n;
  return {
    span: {
      ...EMPTY_SPAN,
      trace_id: trace,
      span_id: id,
      parent_span_id: parent,
      span_name: name,
      has_error: error !== undefined,
      status_code: error === undefined ? 'UNSET' : 'ERROR',
      ...options.span,
    },
    record: {
      traceId: trace,
      spanId: id,
      parentSpanId: parent,
      name,
      kind: 1,
      startUnixNano: start,
      endUnixNano: start + BigInt(Math.round(ms * 1_000_000)),
      statusCode: error === undefined ? 0 : 2,
      statusMessage: error ?? '',
      attributes: attributesOf(options.attributes ?? {}),
      events: [...(options.events ?? []), ...(error === undefined ? [] : [exception(error)])],
      links: [],
      resource: attributesOf({}),
      scope: { name: scope, version: '', attributes: attributesOf({}) },
    },
    ...(options.logs === undefined ? {} : { logs: options.logs }),
  };
}

export function call(options: SpanOptions): ConversationSpan {
  return span({
    ...options,
    span: {
      span_category: 'llm',
      observation_type: 'generation',
      model: 'test-model',
      gen_ai_system: 'test-provider',
      total_tokens: 7,
      input_tokens: 4,
      output_tokens: 3,
      total_cost: 0.5,
      cost_known: true,
      ...options.span,
    },
  });
}

export function agent(options: SpanOptions): ConversationSpan {
  return span({ ...options, span: { span_category: 'agent', observation_type: 'agent', ...options.span } });
}

export function chain(options: SpanOptions): ConversationSpan {
  return span({ ...options, span: { span_category: 'chain', observation_type: 'chain', ...options.span } });
}

export function tool(options: SpanOptions): ConversationSpan {
  return span({ ...options, span: { span_category: 'tool', observation_type: 'tool', ...options.span } });
}

export function event(
  name: string,
  attributes: Readonly<Record<string, AttributeValue>>,
  at = 0,
): SpanEventRecord {
  return { name, timeUnixNano: START + BigInt(at) * 1_000_000n, attributes: attributesOf(attributes) };
}

export function log(
  name: string,
  body: AttributeValue,
  attributes: Readonly<Record<string, AttributeValue>> = {},
): LogLike {
  return { eventName: name, timeUnixNano: START, body, attributes: attributesOf(attributes) };
}

function exception(message: string): SpanEventRecord {
  return event('exception', {
    'exception.type': 'TestError',
    'exception.message': message,
    'exception.stacktrace': `TestError: ${message}\n    at test`,
  });
}

/** A conversation as one line a message: what a person would read. */
export function linesOf({ messages }: Pick<Conversation, 'messages'>): readonly string[] {
  return messages.map((message) => lineOf(message.role, message.parts));
}

export function lineOf(role: Message['role'], parts: readonly MessagePart[]): string {
  return `${role}: ${parts.map(wordsOf).join(' + ')}`;
}

function wordsOf(part: MessagePart): string {
  switch (part.type) {
    case 'text':
      return part.content;
    case 'reasoning':
      return `(${part.content})`;
    case 'tool_call':
      return `${part.name}(${JSON.stringify(part.arguments)})#${part.id}`;
    case 'tool_call_response':
      return `${part.is_error ? 'failed ' : ''}${JSON.stringify(part.response)}#${part.id}`;
    case 'error':
      return `${part.name}! ${part.message}`;
    case 'data':
      return `${part.name}=${JSON.stringify(part.content)}`;
    case 'blob':
      return `${part.modality} ${part.mime_type} ${part.content}`;
    case 'uri':
      return `${part.modality} ${part.uri}`;
    case 'file':
      return `${part.modality} file ${part.file_id}`;
  }
}

type Said = readonly [role: string, text: string];

/** Attributes of the current conventions for a call with this history and this answer. */
export function talk(history: readonly Said[], answer?: string): Record<string, AttributeValue> {
  const list = (said: readonly Said[]): string =>
    JSON.stringify(said.map(([role, content]) => ({ role, parts: [{ type: 'text', content }] })));
  return {
    'gen_ai.input.messages': list(history),
    ...(answer === undefined ? {} : { 'gen_ai.output.messages': list([['assistant', answer]]) }),
  };
}
