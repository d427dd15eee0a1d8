import { expect, test } from 'vitest';
import { inBlocks } from './text-blocks.ts';

test('a long text comes in blocks that are together what it is', () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}\n`).join('');
  const words = 'word '.repeat(10_000);
  const emoji = `.${'😀'.repeat(20_000)}`;
  for (const text of [lines, words, emoji, '\n'.repeat(30_000), `${words}\n${emoji}`, 'short', '']) {
    const blocks = inBlocks(text);
    expect(blocks.join('')).toBe(text);
    expect(blocks.every(({ length }) => length > 0 && length <= 20_000)).toBe(true);
  }
  expect(inBlocks(lines).every((block) => block.endsWith('\n'))).toBe(true);
  expect(inBlocks(words).every((block) => block.endsWith(' '))).toBe(true);
  expect(inBlocks(emoji).every((block) => block.isWellFormed())).toBe(true);
});
