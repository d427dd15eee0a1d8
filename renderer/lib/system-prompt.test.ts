import { expect, test } from 'vitest';
import { summarizePrompt } from './system-prompt.ts';

const text = (content: string) => ({ type: 'text', content }) as const;

test('a prompt is told by its first line and by how long it is', () => {
  expect(summarizePrompt([text('Be brief.\nNever lie.')])).toEqual({
    firstLine: 'Be brief. Never lie.',
    characters: 20,
  });
  const long = summarizePrompt([text('x'.repeat(3000)), text('y')]);
  expect(long.firstLine).toHaveLength(90);
  expect(long.characters).toBe(3002);
});

test('what is no text counts nothing', () => {
  const image = { type: 'uri', modality: 'image', mime_type: null, uri: 'data:,' } as const;
  expect(summarizePrompt([image])).toEqual({ firstLine: '', characters: 0 });
});
