import type { MessagePart } from '../../contract/messages.ts';
import { detailParts } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { blobPart, uriPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

const CODE_EXECUTION = 'code_execution';
const BESIDE_MEDIA = ['displayName', 'display_name', 'videoMetadata', 'video_metadata'];

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
  const media = part['inlineData'] ?? part['inline_data'] ?? part['fileData'] ?? part['file_data'];
  if (isObject(media)) return readMedia(part, media);
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

/** Which piece of a video the model is to see, and how closely, stands beside it. */
function readMedia(part: JsonObject, media: JsonObject): readonly MessagePart[] | undefined {
  const hints = { mimeType: mimeTypeOf(media) };
  const uri = stringOf(media, 'fileUri', 'file_uri');
  const content = media['data'];
  const medium =
    typeof content === 'string' ? blobPart(content, hints) : uri === undefined ? uri : uriPart(uri, hints);
  return medium && [medium, ...detailParts('media', { ...media, ...part }, ...BESIDE_MEDIA)];
}

function mimeTypeOf(object: JsonObject): string | undefined {
  return stringOf(object, 'mimeType', 'mime_type');
}
