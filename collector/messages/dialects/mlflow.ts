import type { Attributes } from '../../decode/records.ts';
import { isModelCall, isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { decoded } from './input-output.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

const INPUTS = 'mlflow.spanInputs';
const OUTPUTS = 'mlflow.spanOutputs';
const MESSAGES = 'mlflow.chat.messages';
const TOOLS = 'mlflow.chat.tools';

/** MLflow: the JSON of what a function or a model took and gave; `mlflow.chat.*` of its 2.20 and 2.21 hold the whole chat. */
export const mlflow: Dialect = {
  name: 'mlflow',
  speaks: ({ record }) => [INPUTS, OUTPUTS, MESSAGES].some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    const inputs = decoded(attributes, INPUTS, cache);
    const outputs = decoded(attributes, OUTPUTS, cache);
    if (isTool(span))
      return sayToolUse(
        span,
        { name: span.span.tool_name, ...readAnswer(outputs, cache), args: inputs },
        cache,
      );
    const isCall = isModelCall(span);
    const request = readRequest(inputs, cache) ?? readRequest(soleArgument(inputs), cache);
    const response = readResponse(outputs, cache);
    const chat = readChat(attributes, cache);
    const input = { key: INPUTS, direction: 'input', isCall, value: inputs } as const;
    return {
      ...(request === undefined
        ? (chat ?? { system: [], input: sayRaw(attributes, input, cache) })
        : splitSystem(say([...request.system, ...request.input], { direction: 'input' }))),
      output:
        response === undefined
          ? sayRaw(attributes, { key: OUTPUTS, direction: 'output', isCall, value: outputs }, cache)
          : say(response, { direction: 'output' }),
      tools: attributes.has(TOOLS)
        ? readTools(cache.structured(attributes.get(TOOLS)), cache)
        : (request?.tools ?? []),
    };
  },
};

/** A traced function names its parameters: `{request: {messages: […]}}`. */
function soleArgument(inputs: unknown): unknown {
  if (!isObject(inputs)) return undefined;
  const values = Object.values(inputs);
  return values.length === 1 ? values[0] : undefined;
}

/** LangChain's tools answer with a message that names its call. */
function readAnswer(outputs: unknown, cache: ReadCache) {
  const part = readResponse(outputs, cache)?.[0]?.parts[0];
  return part?.type === 'tool_call_response'
    ? { id: part.id, result: part.response, isError: part.is_error }
    : { result: outputs };
}

/** The history and the answer in one list. */
function readChat(attributes: Attributes, cache: ReadCache) {
  if (!attributes.has(MESSAGES)) return undefined;
  const said = readMessages(cache.structured(attributes.get(MESSAGES)), 'user', cache);
  const history = said.at(-1)?.role === 'assistant' ? said.slice(0, -1) : said;
  return splitSystem(say(history, { direction: 'input' }));
}
