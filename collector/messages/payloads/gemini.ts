import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { blobPart, uriPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

const CODE_EXECUTION = 'code_execution';

/** Parts of Gemini's `contents`, in the camelCase of the API and the snake_case of the Python SDK. */
export function readGeminiPart(part: JsonObject): readonly MessagePart[] | undefined {
  if (part['type'] !== undefined) return undefined;
  const call = part['functionCall'] ?? part['function_call'];
  if (isObject(call)) return [toolCallPart(call['id'], call['name'], call['args'])];
  const answer = part['functionResponse'] ?? part['function_response'];
  if (isObject(answer)) return [readAnswer(answer)];
  const code = part['executableCode'] ?? part['executable_code'];
  if (isObject(code)) return [toolCallPart(code['id'], CODE_EXECUTION, code)];
  const run = part['codeExecutionResult'] ?? part['code_execution_result'];
  if (isObject(run)) return [readRun(run)];
  const inline = part['inlineData'] ?? part['inline_data'];
  if (isObject(inline) && typeof inline['data'] === 'string')
    return [blobPart(inline['data'], { mimeType: mimeTypeOf(inline) })];
  const file = part['fileData'] ?? part['file_data'];
  if (isObject(file)) return readFile(file);
  if (typeof part['text'] !== 'string') return undefined;
  return [{ type: part['thought'] === true ? 'reasoning' : 'text', content: part['text'] }];
}

/** What code gave that Google ran: `OUTCOME_OK`, or else how it failed. */
function readRun(run: JsonObject): MessagePart {
  const outcome = stringOf(run, 'outcome') ?? 'OUTCOME_OK';
  const isError = !/^(outcome_)?(ok|unspecified)$/i.test(outcome);
  return toolResponsePart({
    id: run['id'],
    name: CODE_EXECUTION,
    response: run['output'] ?? outcome,
    isError,
  });
}

function readAnswer(answer: JsonObject): MessagePart {
  const response = answer['response'];
  const isError = isObject(response) && 'error' in response && Object.keys(response).length === 1;
  return toolResponsePart({ id: answer['id'], name: answer['name'], response, isError });
}

function readFile(file: JsonObject): readonly MessagePart[] | undefined {
  const uri = stringOf(file, 'fileUri', 'file_uri');
  return uri === undefined ? undefined : [uriPart(uri, { mimeType: mimeTypeOf(file) })];
}

function mimeTypeOf(object: JsonObject): string | undefined {
  return stringOf(object, 'mimeType', 'mime_type');
}
