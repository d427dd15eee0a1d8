import type { Conversation, Message } from '../../collector/contract/messages.ts';
import type { Span } from '../../collector/contract/spans.ts';
import { summarizePrompt, type PromptSummary } from './system-prompt.ts';
import { cutText, showHidden, shownName } from './text.ts';

/** What a line of the feed is about: who said it, or what was called. */
export type LineKind = 'system' | 'user' | 'assistant' | 'tool' | 'agent' | 'step' | 'span';

/** One line of the feed: a message, a tool call, or a span of another kind. */
export type FeedLine = {
  readonly kind: LineKind;
  /** ISO 8601: when it was said, called or done. */
  readonly at: string;
  /** Null: the kind says it all. */
  readonly name: string | null;
  /** What was said or asked; null where nothing was recorded. */
  readonly text: string | null;
  /** What came of a call. */
  readonly result: string | null;
  /** Tools that an answer asks for. */
  readonly calls: readonly string[];
  /** What the model was told before all else; on lines of that kind alone. */
  readonly prompt?: PromptSummary;
};

/** The kinds of span that are messages and tool calls, or a step of an agent on the same level. */
export const TOLD_TYPES: readonly Span['observation_type'][] = [
  'generation',
  'tool',
  'agent',
  'retriever',
  'reranker',
  'embedding',
  'guardrail',
  'evaluator',
];

const MOST_TEXT = 600;

/**
 * The lines of a span. `messages` are those of the span itself, where they were read: they tell what of a model call's
 * input is new. Without them its previews have to do, of which the first may be older than the call: it is told where
 * `isFirst`, the first call of its trace. A call repeats its system prompt: whoever tells the lines leaves out what is known.
 */
export function feedLines(span: Span, messages: Conversation | null, isFirst: boolean): readonly FeedLine[] {
  switch (span.observation_type) {
    case 'generation':
      return messages === null || messages.messages.length === 0
        ? previewedCall(span, isFirst)
        : modelCall(span, messages.messages);
    case 'tool':
      return [lineOf(span, 'tool', span.tool_name ?? span.span_name)];
    case 'agent':
      return [{ ...lineOf(span, 'agent', span.agent_name ?? span.span_name), text: null, result: null }];
    case 'span':
      return [{ ...lineOf(span, 'span', span.span_name), at: span.timestamp_start }];
    case 'chain':
    case 'embedding':
    case 'retriever':
    case 'reranker':
    case 'guardrail':
    case 'evaluator':
      return [lineOf(span, 'step', span.span_name)];
  }
}

function lineOf(span: Span, kind: LineKind, name: string): FeedLine {
  return {
    kind,
    at: endOf(span),
    name: shownName(name),
    text: span.input_preview,
    result: span.output_preview,
    calls: [],
  };
}

function endOf(span: Span): string {
  return span.state === 'running' ? span.timestamp_start : span.timestamp_end;
}

function previewedCall(span: Span, isFirst: boolean): readonly FeedLine[] {
  const asked = isFirst && span.input_preview !== null ? [userLine(span, span.input_preview)] : [];
  return [...asked, answerLine(span, span.output_preview, [])];
}

function modelCall(span: Span, messages: readonly Message[]): readonly FeedLine[] {
  const answers = messages.filter((message) => message.direction === 'output');
  const read = messages.filter((message) => message.direction === 'input');
  const lastAnswer = read.findLastIndex((message) => message.role === 'assistant');
  const asked = read
    .slice(lastAnswer + 1)
    .filter((message) => message.role === 'user')
    .map(textOf)
    .filter((text) => text !== null);
  const calls = answers.flatMap((message) =>
    message.parts.flatMap((part) => (part.type === 'tool_call' ? [showHidden(part.name)] : [])),
  );
  const said = answers.map(textOf).filter((text) => text !== null);
  const answer = said.length === 0 ? (calls.length > 0 ? null : span.output_preview) : said.join(' ');
  return [
    ...promptLine(span, read),
    ...asked.map((text) => userLine(span, text)),
    answerLine(span, answer, calls),
  ];
}

/** All that the call was told as its system prompt, in one line: who reads the feed says whether it is new. */
function promptLine(span: Span, read: readonly Message[]): readonly FeedLine[] {
  const parts = read.flatMap((message) => (message.role === 'system' ? message.parts : []));
  if (parts.length === 0) return [];
  const prompt = summarizePrompt(parts);
  return [
    { kind: 'system', at: span.timestamp_start, name: null, text: null, result: null, calls: [], prompt },
  ];
}

function userLine(span: Span, text: string): FeedLine {
  return { kind: 'user', at: span.timestamp_start, name: null, text, result: null, calls: [] };
}

function answerLine(span: Span, text: string | null, calls: readonly string[]): FeedLine {
  return { kind: 'assistant', at: endOf(span), name: span.agent_name, text, result: null, calls };
}

/** What a message says in text, cut; its files by their kind; null where it says nothing. */
function textOf(message: Message): string | null {
  const words = message.parts.flatMap((part) => {
    if (part.type === 'text') return [cutText(part.content, MOST_TEXT).shown];
    if (part.type === 'blob' || part.type === 'uri' || part.type === 'file') return [`[${part.modality}]`];
    return [];
  });
  const text = words.join(' ').trim();
  return text === '' ? null : cutText(text, MOST_TEXT).shown;
}
