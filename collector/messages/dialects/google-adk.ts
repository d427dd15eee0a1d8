import type { AttributeValue, Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

const REQUEST = 'gcp.vertex.agent.llm_request';
const RESPONSE = 'gcp.vertex.agent.llm_response';
const ARGUMENTS = 'gcp.vertex.agent.tool_call_args';
const ANSWER = 'gcp.vertex.agent.tool_response';
const DATA = 'gcp.vertex.agent.data';
const KEYS = [REQUEST, RESPONSE, ARGUMENTS, ANSWER, DATA];

/** What stands where a tool's call had no id or no answer. */
const UNSPECIFIED = '<not specified>';

/** What answers for a tool until a person confirmed its use, which is no failure. */
const WAITING = 'This tool call requires confirmation, please approve or reject.';

/**
 * Google ADK's own attributes: Gemini's request and response, a tool's arguments and answer, and what a live session was
 * sent, all as JSON. Where content is not to be recorded, they are empty objects.
 */
export const googleAdk: Dialect = {
  name: 'google-adk',
  speaks: ({ record }) => KEYS.some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span)) return readTool(span, cache);
    const request = readRequest(valueOf(attributes.get(REQUEST), cache), cache);
    const response = readResponse(valueOf(attributes.get(RESPONSE), cache), cache);
    const asked = request
      ? [...request.system, ...request.input]
      : readMessages(valueOf(attributes.get(DATA), cache), 'user', cache);
    return {
      ...splitSystem(say(asked, { direction: 'input' })),
      output: response ? say(response, { direction: 'output' }) : readRest(attributes, cache),
      tools: request?.tools ?? [],
    };
  },
};

/** What the end of a stream has, all of which was said before, in JavaScript and in Python. */
const END =
  /^(?:usageMetadata|finishReason|partial|turnComplete|modelVersion|usage_metadata|finish_reason|turn_complete|model_version)$/;

/** A response without content (an error, an interruption), and the answers of several tools as one event. */
function readRest(attributes: Attributes, cache: ReadCache): Reading['output'] {
  const key = [RESPONSE, ANSWER].find((one) => saysMore(valueOf(attributes.get(one), cache)));
  return key === undefined ? [] : sayRaw(attributes, { key, direction: 'output', isCall: false }, cache);
}

function saysMore(value: unknown): boolean {
  if (!isObject(value)) return value !== undefined;
  const isStopped = [value['finishReason'], value['finish_reason']].includes('STOP');
  return !isStopped || Object.keys(value).some((key) => !END.test(key));
}

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const id = attributes.string('gen_ai.tool.call.id');
  const answer = valueOf(attributes.get(ANSWER), cache);
  return sayToolUse(
    span,
    {
      id: id === UNSPECIFIED ? undefined : id,
      name: attributes.string('gen_ai.tool.name'),
      args: cache.structured(attributes.get(ARGUMENTS)),
      result: isObject(answer) && answer['result'] === UNSPECIFIED ? undefined : answer,
      isError: isObject(answer) && isErrorAlone(answer),
    },
    cache,
  );
}

const isErrorAlone = (answer: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(answer).length === 1 && 'error' in answer && answer['error'] !== WAITING;

/** Undefined also for the empty object that stands for nothing. */
function valueOf(value: AttributeValue | undefined, cache: ReadCache): unknown {
  const found = value === undefined ? undefined : cache.structured(value);
  return isObject(found) && Object.keys(found).length === 0 ? undefined : found;
}
