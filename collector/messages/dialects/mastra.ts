import type { MessagePart } from '../../contract/messages.ts';
import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { type JsonObject, isObject } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import { type SaidMessage, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

/** Input and output of the versions before 0.24, which wrote them under one name for all spans. */
const OLD = { input: 'input', output: 'output' };
/** A provider's own answer, where it was not streamed. */
const BODY = 'mastra.metadata.body';
/** Stand in a step's history for calls, answers and files, which are left out of it; a link of Markdown is somebody's words. */
const LEFT_OUT = /(?<!\s)\s*\[(?:tool(?:-result)?: [^[\]\n]*|image|file|binary|\w+\/[\w.+-]+)\](?!\()/g;

/** Mastra's own attributes: `mastra.<type of span>.input` and `.output`; calls and tools have the conventions' instead. */
export const mastra: Dialect = {
  name: 'mastra',
  speaks: ({ record: { attributes } }) => attributes.has('mastra.span.type'),
  read(span, cache) {
    const { attributes } = span.record;
    const type = attributes.string('mastra.span.type');
    const keyOf = (side: 'input' | 'output'): string | undefined =>
      [`mastra.${type}.${side}`, OLD[side]].find((key) => attributes.has(key));
    const keys = { input: keyOf('input'), output: keyOf('output') };
    const output = structured(attributes, keys.output, cache);
    if (isTool(span)) {
      const args = structured(attributes, keys.input, cache);
      return args === undefined && output === undefined
        ? {}
        : sayToolUse(span, { args, result: output }, cache);
    }
    const reading = readInputOutput(span, keys, cache);
    if (type === 'memory_operation' || type === 'processor_run')
      return { ...reading, input: asKept(reading.input), output: asKept(reading.output) };
    const answer = isObject(output) ? readOutput(type, output, cache) : undefined;
    const streamed = type === 'model_generation' ? readStreamed(output) : [];
    const said = streamed.length === 0 ? (answer ?? reading.output) : withoutThoughts(reading.output);
    const thoughts = [...streamed, ...readThoughts(structured(attributes, BODY, cache), cache)];
    const isStep = type === 'model_step';
    return {
      ...reading,
      input: isStep ? withoutPlaceholders(reading.input) : reading.input,
      // A summary: thoughts are words there, and the generation around it has all of it.
      isAbridged: isStep,
      isResumed: !isStep && isResumed(span),
      output: withThoughts(said, thoughts),
    };
  },
};

/** A person let it go on: its agent was asked what they decided, and its generation has the instructions alone. */
const isResumed = ({ record: { attributes } }: ConversationSpan): boolean =>
  attributes.has('mastra.metadata.resumedFromSpanId');

/**
 * What is kept in a memory, or looked at on its way, is what agents and calls tell, also where a call failed: a memory has it
 * without what lies deep in answers, and why a call failed as a part of what was said.
 */
function asKept(messages: readonly SaidMessage[]): readonly SaidMessage[] {
  return messages.flatMap((said) => {
    const parts = said.content.parts.filter((part) => part.type !== 'data' || part.name !== 'error');
    return parts.length === 0 ? [] : [{ ...said, isRaw: true, content: { ...said.content, parts } }];
  });
}

/** An agent's answer is `{text, object?, files?}`, where the object is the text, parsed; a chunk may be a call. */
function readOutput(
  type: string | undefined,
  output: JsonObject,
  cache: ReadCache,
): readonly SaidMessage[] | undefined {
  const { text, object, files, toolName, toolCallId, toolInput, args } = output;
  if (type === 'model_chunk' && typeof toolName === 'string')
    return say(
      readMessages({ toolCalls: [{ toolName, toolCallId, input: toolInput ?? args }] }, 'assistant', cache),
      {
        direction: 'output',
      },
    );
  if (type !== 'agent_run' || typeof text !== 'string' || Array.isArray(output['toolCalls']))
    return undefined;
  const said = text === '' && object !== undefined ? JSON.stringify(object) : text;
  const parts = [
    ...readParts(said, cache),
    ...(Array.isArray(files) ? (files as readonly unknown[]) : []).flatMap((file) => readParts(file, cache)),
  ];
  return say([messageOf('assistant', parts)], { direction: 'output' });
}

function withoutPlaceholders(messages: readonly SaidMessage[]): readonly SaidMessage[] {
  return messages.flatMap((said) => {
    const parts = said.content.parts.flatMap((part): readonly MessagePart[] => {
      if (part.type === 'tool_call_response' && isPlaceholder(part.response)) return [];
      if (part.type !== 'text' || said.content.role === 'system') return [part];
      const content = part.content.replace(LEFT_OUT, '');
      return content.trim() === '' ? [] : [{ ...part, content }];
    });
    return parts.length === 0 ? [] : [{ ...said, content: { ...said.content, parts } }];
  });
}

const isPlaceholder = (response: unknown): boolean =>
  typeof response === 'string' && response.replace(LEFT_OUT, '').trim() === '' && response !== '';

function readThoughts(body: unknown, cache: ReadCache): readonly MessagePart[] {
  const answer = isObject(body) ? readResponse(body, cache) : undefined;
  return (answer ?? []).flatMap(({ parts }) => parts.filter(({ type }) => type === 'reasoning'));
}

/** The thoughts of all steps, one by one, by the loop around them: of a streamed answer no other span has them. */
function readStreamed(output: unknown): readonly MessagePart[] {
  const items = isObject(output) ? output['reasoning'] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown): readonly MessagePart[] => {
    const payload = isObject(item) ? item['payload'] : undefined;
    const text = isObject(payload) ? payload['text'] : undefined;
    return typeof text === 'string' && text !== '' ? [{ type: 'reasoning', content: text }] : [];
  });
}

/** It has them a second time, as one text. */
function withoutThoughts(messages: readonly SaidMessage[]): readonly SaidMessage[] {
  return messages.map((said) => {
    const parts = said.content.parts.filter(({ type }) => type !== 'reasoning');
    return { ...said, content: { ...said.content, parts } };
  });
}

/** A step's output leaves out what the model thought; the provider's own answer has it. */
function withThoughts(
  output: readonly SaidMessage[],
  thoughts: readonly MessagePart[],
): readonly SaidMessage[] {
  const [first, ...rest] = output;
  const hasSome = output.some(({ content }) => content.parts.some(({ type }) => type === 'reasoning'));
  if (first === undefined || thoughts.length === 0 || hasSome) return output;
  const parts = [...thoughts, ...first.content.parts];
  return [{ ...first, content: { ...first.content, parts } }, ...rest];
}
