import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isModelCall } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type Reading, say, splitSystem } from '../reading.ts';
import { sayRaw } from './raw.ts';

/**
 * A span whose input and output are one attribute each, in whatever form the program had them: messages, a provider's
 * request and answer, a text, or a function's arguments and result.
 */
export function readInputOutput(
  span: ConversationSpan,
  keys: {
    readonly input: string | undefined;
    readonly output: string | undefined;
    /** A plain text is JSON too: it is quoted. */
    readonly isJson?: boolean;
    /** What of a value counts. */
    readonly unwrap?: (value: unknown) => unknown;
  },
  cache: ReadCache,
): Reading {
  const { attributes } = span.record;
  const isCall = isModelCall(span);
  const valueOf = keys.isJson === true ? decoded : structured;
  const unwrap = keys.unwrap ?? ((value) => value);
  const input = unwrap(valueOf(attributes, keys.input, cache));
  const output = unwrap(valueOf(attributes, keys.output, cache));
  const request = readRequest(input, cache);
  const asked = request && [...request.system, ...request.input];
  const answered = readAnswer(output, cache);
  const raw = (key: string | undefined, direction: 'input' | 'output', value: unknown) =>
    key === undefined ? [] : sayRaw(attributes, { key, direction, isCall, value }, cache);
  return {
    ...splitSystem(asked ? say(asked, { direction: 'input' }) : raw(keys.input, 'input', input)),
    output: answered ? say(answered, { direction: 'output' }) : raw(keys.output, 'output', output),
    tools: request?.tools ?? [],
  };
}

/** A message may have lost its role: wrappers of streams put `{tool_calls}` together themselves. */
function readAnswer(value: unknown, cache: ReadCache): readonly MessageContent[] | undefined {
  const isCalls = isObject(value) && Array.isArray(value['tool_calls']);
  return readResponse(value, cache) ?? (isCalls ? readMessages(value, 'assistant', cache) : undefined);
}

export function structured(attributes: Attributes, key: string | undefined, cache: ReadCache): unknown {
  return key === undefined || !attributes.has(key) ? undefined : cache.structured(attributes.get(key));
}

/** As `structured`, where a plain text is quoted and what is not is nothing: a function that returned none. */
export const decoded = (attributes: Attributes, key: string | undefined, cache: ReadCache): unknown =>
  key !== undefined && attributes.string(key) === 'null'
    ? null
    : cache.decoded(structured(attributes, key, cache));
