import { expect, test } from 'vitest';
import { splitMedia } from './tool-media.ts';

const PNG = { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AA==' };

test.for([
  ['MCP', { type: 'image', data: 'AA==', mimeType: 'image/png' }],
  ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }],
  ['LangChain', { type: 'image', base64: 'AA==', mime_type: 'image/png' }],
  ['the AI SDK', { type: 'media', data: 'AA==', mediaType: 'image/png' }],
  ['OpenTelemetry', { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AA==' }],
])('a picture as %s writes it is one', ([, block]) => {
  expect(splitMedia([block])).toEqual({ media: [PNG], rest: undefined });
});

test('a picture in its own address is one, and one elsewhere is not loaded', () => {
  const uri = 'data:image/png;base64,AA==';
  const shown = [{ type: 'uri', modality: 'image', mime_type: null, uri }];
  expect(splitMedia([{ type: 'input_image', image_url: uri }])?.media).toEqual(shown);
  expect(splitMedia([{ type: 'image_url', image_url: { url: uri } }])?.media).toEqual(shown);
  expect(splitMedia([{ type: 'image_url', image_url: { url: 'https://x.test/i.png' } }])).toBeNull();
});

test('what stands beside pictures stays: texts as text, anything else as it is', () => {
  const picture = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  const texts = [{ type: 'text', text: 'Before' }, picture, { type: 'text', text: 'and after' }];
  expect(splitMedia(texts)).toEqual({ media: [PNG], rest: 'Before\nand after' });
  const others = [{ type: 'resource_link', uri: 'file:///a' }, null];
  expect(splitMedia([...others, picture])).toEqual({ media: [PNG], rest: others });
});

test('an answer without pictures is left alone', () => {
  for (const answer of [
    null,
    'text',
    { data: 'AA==', mimeType: 'image/png' },
    [1, [2]],
    [{ type: 'text', text: 'a' }],
  ])
    expect(splitMedia(answer)).toBeNull();
});
