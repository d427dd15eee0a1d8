import { describe, expect, test } from 'vitest';
import { ReadCache } from '../read-cache.ts';
import { lineOf } from '../testing/build-span.ts';
import { readParts } from './parts.ts';

const read = (block: unknown): string =>
  lineOf('user', readParts([block], new ReadCache())).replace('user: ', '');

const answered = (response: unknown) => ({ type: 'tool_call_response', id: 'c', response });

describe('content blocks', () => {
  test.each([
    ['OpenTelemetry text', { type: 'text', content: 'a' }, 'a'],
    [
      'OpenTelemetry blob',
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AA' },
      'image image/png AA',
    ],
    [
      'bytes as OpenTelemetry writes them for Google',
      { type: 'blob', mime_type: 'image/png', data: 'AA' },
      'image image/png AA',
    ],
    [
      'a file as OpenTelemetry writes it for Google',
      { type: 'file_data', mime_type: 'application/pdf', uri: 'gs://b/f.pdf' },
      'document gs://b/f.pdf',
    ],
    [
      'a blob of OpenLLMetry, which is a data URI',
      { type: 'blob', mime_type: 'application/octet-stream', content: 'data:application/pdf;base64,AA==' },
      'document application/pdf AA==',
    ],
    [
      'a PDF that AI SDK 7 calls an image',
      { type: 'uri', modality: 'image', mime_type: 'application/pdf', uri: 'https://a.b/f.pdf' },
      'document https://a.b/f.pdf',
    ],
    [
      "a picture of the Responses API, as OpenTelemetry's instrumentation writes it",
      { type: 'image', image_url: 'data:image/png;base64,AA' },
      'image image/png AA',
    ],
    ['what AI SDK 7 leaves of a file that a model made', { type: 'file' }, ''],
    ['what it leaves of a question to a person', { type: 'tool-approval-request' }, ''],
    ['what it leaves of the answer', { type: 'tool-approval-response' }, ''],
    [
      'a call that a person denied, in AI SDK 6',
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'n',
        output: { type: 'execution-denied', reason: 'no' },
      },
      'failed {"type":"execution-denied","reason":"no"}#c',
    ],
    [
      'OpenTelemetry uri that is data',
      { type: 'uri', modality: 'image', uri: 'data:image/png;base64,AAAA' },
      'image image/png AAAA',
    ],
    ['OpenTelemetry uri', { type: 'uri', modality: 'video', uri: 'gs://b/v.mp4' }, 'video gs://b/v.mp4'],
    ['OpenTelemetry file', { type: 'file', modality: 'audio', file_id: 'f1' }, 'audio file f1'],
    [
      'an MCP server that failed',
      answered({ content: [{ type: 'text', text: 'no such city' }], isError: true }),
      'failed "no such city"#c',
    ],
    [
      'an MCP server that says the same as a value',
      answered({ content: [{ type: 'text', text: '{"t":21}' }], structuredContent: { t: 21 } }),
      '{"t":21}#c',
    ],
    [
      'an MCP server whose value is in a field of its own',
      answered({
        content: [{ type: 'text', text: '21' }],
        structuredContent: { result: 21 },
        isError: false,
      }),
      '"21"#c',
    ],
    [
      'an MCP server that says more as a value',
      answered({ content: [{ type: 'text', text: 'warm' }], structuredContent: { t: 21 } }),
      '{"content":[{"type":"text","text":"warm"}],"structuredContent":{"t":21}}#c',
    ],
    [
      'pictures of an MCP server',
      answered({ content: [{ type: 'image', data: 'AA', mimeType: 'image/png' }] }),
      '[{"type":"image","data":"AA","mimeType":"image/png"}]#c',
    ],
    [
      'what only looks like an answer of an MCP server',
      answered({ content: [{ type: 'text', text: 'a' }], page: 2 }),
      '{"content":[{"type":"text","text":"a"}],"page":2}#c',
    ],
    ['OpenAI text', { type: 'output_text', text: 'a', annotations: [] }, 'a'],
    ['OpenAI refusal', { type: 'refusal', refusal: 'No.' }, 'refusal="No."'],
    [
      'OpenAI picture',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
      'image image/png AA',
    ],
    [
      'OpenAI picture by address',
      { type: 'input_image', image_url: 'https://e.test/i' },
      'image https://e.test/i',
    ],
    [
      'OpenAI sound',
      { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
      'audio audio/wav AA',
    ],
    ['OpenAI file', { type: 'file', file: { file_id: 'f1' } }, 'document file f1'],
    ['Anthropic thought', { type: 'thinking', thinking: 'Hm.', signature: 's' }, '(Hm.)'],
    ['Anthropic call', { type: 'tool_use', id: 'c', name: 'n', input: { a: 1 } }, 'n({"a":1})#c'],
    [
      'Anthropic answer',
      { type: 'tool_result', tool_use_id: 'c', is_error: true, content: [{ type: 'text', text: 'no' }] },
      'failed "no"#c',
    ],
    [
      'Anthropic picture',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
      'image image/png AA',
    ],
    [
      'Anthropic document',
      { type: 'document', source: { type: 'url', url: 'https://e.test/d' } },
      'document https://e.test/d',
    ],
    ['Gemini text', { text: 'a' }, 'a'],
    ['Gemini thought', { text: 'Hm.', thought: true }, '(Hm.)'],
    ['Gemini call', { functionCall: { name: 'n', args: { a: 1 } } }, 'n({"a":1})#null'],
    ['Gemini answer', { functionResponse: { name: 'n', response: { a: 1 } } }, '{"a":1}#null'],
    ['Gemini data', { inlineData: { mimeType: 'audio/mp3', data: 'AA' } }, 'audio audio/mp3 AA'],
    ['Bedrock call', { toolUse: { toolUseId: 'c', name: 'n', input: {} } }, 'n({})#c'],
    ['Bedrock answer', { toolResult: { toolUseId: 'c', content: [{ json: { a: 1 } }] } }, '{"a":1}#c'],
    ['Bedrock thought', { reasoningContent: { reasoningText: { text: 'Hm.' } } }, '(Hm.)'],
    ['Bedrock picture', { image: { format: 'png', source: { bytes: 'AA' } } }, 'image image/png AA'],
    ['AI SDK call', { type: 'tool-call', toolCallId: 'c', toolName: 'n', args: {} }, 'n({})#c'],
    ['AI SDK answer', { type: 'tool-result', toolCallId: 'c', toolName: 'n', result: 'ok' }, '"ok"#c'],
    ['LangChain thought', { type: 'reasoning', reasoning: 'Hm.' }, '(Hm.)'],
    [
      'LangChain picture',
      { type: 'image', source_type: 'base64', mime_type: 'image/png', data: 'AA' },
      'image image/png AA',
    ],
    [
      "Langfuse's mark for a picture that it took out",
      {
        type: 'image_url',
        image_url: { url: '@@@langfuseMedia:type=image/png|id=m1|source=base64_data_uri@@@' },
      },
      'image file m1',
    ],
    [
      "Langfuse's mark for a document's bytes",
      {
        type: 'document',
        source: { type: 'base64', data: '@@@langfuseMedia:type=application/pdf|id=m2|source=base64@@@' },
      },
      'document file m2',
    ],
    ['OpenAI picture by id', { type: 'input_image', file_id: 'f1' }, 'image file f1'],
    [
      'OpenAI call among blocks',
      { type: 'function', id: 'c', function: { name: 'n', arguments: '{"a":1}' } },
      'n({"a":1})#c',
    ],
    [
      'OpenAI patch',
      { type: 'apply_patch_call', call_id: 'c', operation: { type: 'delete_file', path: 'a' } },
      'apply_patch({"type":"delete_file","path":"a"})#c',
    ],
    [
      'Anthropic document by id',
      { type: 'document', source: { type: 'file', file_id: 'f1' } },
      'document file f1',
    ],
    [
      'Bedrock film',
      { video: { format: 'mp4', source: { s3Location: { uri: 's3://b/v' } } } },
      'video s3://b/v',
    ],
    [
      'AI SDK error',
      { type: 'tool-error', toolCallId: 'c', toolName: 'n', error: 'no city' },
      'failed "no city"#c',
    ],
    [
      'AI SDK call that a chat keeps without an answer',
      {
        type: 'tool-invocation',
        toolInvocation: { state: 'call', toolCallId: 'c', toolName: 'n', args: { a: 1 } },
      },
      'n({"a":1})#c',
    ],
    ['LangChain call', { type: 'tool_call', id: 'c', name: 'n', args: { a: 1 } }, 'n({"a":1})#c'],
    ['LangChain picture by id', { type: 'image', source_type: 'id', id: 'f1' }, 'image file f1'],
    ['Pydantic AI text, version 1', { kind: 'text', text: 'a' }, 'a'],
    ['Pydantic AI thought, version 1', { kind: 'thinking', text: 'Hm.' }, '(Hm.)'],
    [
      'OpenTelemetry call of a server',
      { type: 'server_tool_call', id: 'c', name: 'n', server_tool_call: { type: 'n', arguments: { a: 1 } } },
      'n({"a":1})#c',
    ],
    [
      'OpenTelemetry answer of a server',
      { type: 'server_tool_call_response', id: 'c', server_tool_call_response: { response: { a: 1 } } },
      '{"a":1}#c',
    ],
    [
      'bytes of a typed array',
      { type: 'image', image: { 0: 1, 1: 2 }, mimeType: 'image/png' },
      'image image/png AQI=',
    ],
    ['unknown', { type: 'hologram', beam: 1 }, 'hologram={"type":"hologram","beam":1}'],
  ])('%s', (_, block, line) => {
    expect(read(block)).toBe(line);
  });

  test('arguments and answers that are JSON text are parsed, others stay text', () => {
    expect(read({ type: 'tool_call', id: 'c', name: 'n', arguments: '{"a":1}' })).toBe('n({"a":1})#c');
    expect(read({ type: 'tool_call', id: 'c', name: 'n', arguments: '{"a":' })).toBe('n("{\\"a\\":")#c');
    expect(read({ type: 'tool_call_response', id: 'c', response: 'sunny' })).toBe('"sunny"#c');
  });

  test('empty text says nothing', () => {
    expect(readParts([{ type: 'text', text: '' }, '', null], new ReadCache())).toEqual([]);
  });
});
