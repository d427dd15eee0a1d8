import type { Attributes } from '../../decode/records.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { isModelCall } from '../conversation-span.ts';
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
  keys: { readonly input: string | undefined; readonly output: string | undefined },
  cache: ReadCache,
): Reading {
  const { attributes } = span.record;
  const isCall = isModelCall(span);
  const request = readRequest(structured(attributes, keys.input, cache), cache);
  const asked = request && [...request.system, ...request.input];
  const answered = readAnswer(structured(attributes, keys.output, cache), cache);
  return {
    ...splitSystem(
      asked ? say(asked, { direction: 'input' }) : readRaw(attributes, keys.input, 'input', isCall, cache),
    ),
    output: answered
      ? say(answered, { direction: 'output' })
      : readRaw(attributes, keys.output, 'output', isCall, cache),
    tools: request?.tools ?? [],
  };
}

/** A message may have lost its role: wrappers of streams put `{tool_calls}` together themselves. */
function readAnswer(value: unknown, cache: ReadCache): readonly MessageContent[] | undefined {
  const isCalls = isObject(value) && Array.isArray(value['tool_calls']);
  return readResponse(value, cache) ?? (isCalls ? readMessages(value, 'assistant', cache) : undefined);
}

function readRaw(
  attributes: Attributes,
  key: string | undefined,
  direction: 'input' | 'output',
  isCall: boolean,
  cache: ReadCache,
) {
  return key === undefined ? [] : sayRaw(attributes, { key, direction, isCall }, cache);
}

export function structured(attributes: Attributes, key: string | undefined, cache: ReadCache): unknown {
  return key === undefined || !attributes.has(key) ? undefined : cache.structured(attributes.get(key));
}
