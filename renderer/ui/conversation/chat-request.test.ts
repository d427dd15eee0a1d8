import { expect, test } from 'vitest';
import { message } from '../../testing/builders.ts';
import { chatRequest } from './chat-request.ts';

const said = (text: string) => ({ type: 'text', content: text }) as const;
const called = (id: string | null, name: string) =>
  ({ type: 'tool_call', id, name, arguments: { q: name } }) as const;
const answered = (id: string | null, name: string | null, response: unknown) =>
  ({ type: 'tool_call_response', id, name, response, is_error: false }) as const;

test('a prompt is a request that asks for the same answer again, which is no part of it', () => {
  const request = chatRequest(
    {
      messages: [
        message('1', 'system', 's', [said('Be brief.'), said('Be kind.')]),
        message('2', 'user', 's', [said('Where?')], { name: 'ada' }),
        message('3', 'assistant', 's', [{ type: 'reasoning', content: 'hm' }, called('c1', 'search')]),
        message('4', 'tool', 's', [answered('c1', 'search', { city: 'Kyoto' })]),
        message('5', 'assistant', 's', [said('Kyoto.')], { direction: 'output' }),
      ],
      tools: [
        { name: 'search', description: 'Finds', parameters: { type: 'object' } },
        { name: 'bare', description: null, parameters: null },
      ],
    },
    'gpt-4o',
  );
  expect(request).toEqual({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', name: 'ada', content: 'Where?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'search', arguments: '{"q":"search"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"city":"Kyoto"}' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'search', description: 'Finds', parameters: { type: 'object' } },
      },
      { type: 'function', function: { name: 'bare' } },
    ],
  });
});

test('what was given nothing is no request', () => {
  const answer = message('1', 'assistant', 's', [said('Hello.')], { direction: 'output' });
  expect(chatRequest({ messages: [answer], tools: [] }, 'gpt-4o')).toBeNull();
  expect(chatRequest({ messages: [message('1', 'user', 's', [said('Hi.')])], tools: [] }, null)).toEqual({
    messages: [{ role: 'user', content: 'Hi.' }],
  });
});

test('each result names its call, also where they were recorded without ids', () => {
  const request = chatRequest(
    {
      messages: [
        message('1', 'assistant', 's', [called(null, 'a'), called(null, 'b'), called(null, 'a')]),
        message('2', 'tool', 's', [answered(null, 'b', 'of b'), answered(null, 'a', 'of a')]),
        message('3', 'tool', 's', [answered(null, null, 'of the last')]),
        message('4', 'tool', 's', [answered(null, 'a', 'of none')]),
      ],
      tools: [],
    },
    null,
  );
  const messages = request?.['messages'] as { tool_call_id?: string; tool_calls?: { id: string }[] }[];
  expect(messages[0]?.tool_calls?.map(({ id }) => id)).toEqual(['call_1', 'call_2', 'call_3']);
  expect(messages.slice(1).map((one) => one.tool_call_id)).toEqual(['call_2', 'call_1', 'call_3', 'call_4']);
});

test('results within what a person or a model said are messages of their own, before and after it', () => {
  const request = chatRequest(
    {
      messages: [
        message('1', 'user', 's', [said('Go on.'), answered('c1', 'a', 'found')]),
        message('2', 'assistant', 's', [called('c2', 'b'), answered('c2', 'b', 'ran'), said('Done.')]),
      ],
      tools: [],
    },
    null,
  );
  const messages = request?.['messages'] as { role: string; content: string }[];
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['tool', 'found'],
    ['user', 'Go on.'],
    ['assistant', 'Done.'],
    ['tool', 'ran'],
  ]);
});

test('images, sound and files stand beside the text', () => {
  const blob = { type: 'blob', content: 'AAAA' } as const;
  const request = chatRequest(
    {
      messages: [
        message('1', 'user', 's', [
          said('Look:'),
          { ...blob, modality: 'image', mime_type: 'image/png' },
          { type: 'uri', modality: 'image', mime_type: null, uri: 'https://example.com/a.png' },
          { ...blob, modality: 'audio', mime_type: 'audio/mp3' },
          { ...blob, modality: 'document', mime_type: 'application/pdf' },
          { type: 'file', modality: 'document', mime_type: null, file_id: 'file-1' },
          { type: 'data', name: 'redacted_reasoning', content: 'secret' },
          { type: 'data', name: null, content: { odd: 1 } },
          { type: 'error', name: null, message: 'late', stacktrace: null },
        ]),
        message('2', 'tool', 's', [
          answered('c1', 'camera', 'taken'),
          { ...blob, modality: 'image', mime_type: 'image/png' },
        ]),
      ],
      tools: [],
    },
    null,
  );
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  expect(request?.['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look:' },
        image,
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA' } },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'text', text: '{"odd":1}' },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'taken' },
    { role: 'user', content: [image] },
  ]);
});

test.each([
  ['audio/mpeg', 'mp3'],
  ['audio/x-wav', 'wav'],
  ['audio/wave; codecs=1', 'wav'],
  ['audio/vnd.wave', 'wav'],
  ['audio/FLAC', 'flac'],
  [null, 'wav'],
])('sound of the type %s is sent as %s', (mime_type, format) => {
  const sound = { type: 'blob', modality: 'audio', mime_type, content: 'data:audio/x;base64,_-8=' } as const;
  expect(chatRequest({ messages: [message('1', 'user', 's', [sound])], tools: [] }, null)).toEqual({
    messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '/+8=', format } }] }],
  });
});

test('bytes in the alphabet of addresses are sent in the one that is read, with one address before them', () => {
  const image = { type: 'blob', modality: 'image', mime_type: 'image/png' } as const;
  const request = chatRequest(
    {
      messages: [
        message('1', 'user', 's', [
          { ...image, content: '_-8=' },
          { ...image, content: 'data:image/png;base64,AAAA' },
        ]),
      ],
      tools: [],
    },
    null,
  );
  const urls = ['data:image/png;base64,/+8=', 'data:image/png;base64,AAAA'];
  expect(request?.['messages']).toEqual([
    { role: 'user', content: urls.map((url) => ({ type: 'image_url', image_url: { url } })) },
  ]);
});
