import { expect, test } from 'vitest';
import { drawDot, drawIcon } from './draw-icon.ts';

const at = (pixels: Buffer, size: number, x: number, y: number): number[] => [
  ...pixels.subarray((y * size + x) * 4, (y * size + x) * 4 + 4),
];

test.each([16, 18, 22, 32, 36])('of %d pixels it has its three bars on nothing', (size) => {
  const pixels = drawIcon(size, 'ok', 'colour');
  expect(pixels).toHaveLength(size * size * 4);
  const grid = (x: number, y: number): number[] =>
    at(pixels, size, Math.floor((x * size) / 18), Math.floor((y * size) / 18));
  expect(grid(6, 3.7)).toEqual([0xea, 0x66, 0x5b, 255]);
  expect(grid(10, 9)).toEqual([0x8a, 0xa0, 0x12, 255]);
  expect(grid(10, 14.3)).toEqual([0x2a, 0x76, 0xe0, 255]);
  expect(grid(17, 0)).toEqual([0, 0, 0, 0]);
});

test('what Electron takes is premultiplied: no colour is more than its alpha', () => {
  for (const tone of ['ok', 'paused', 'problem'] as const)
    for (const style of ['colour', 'template'] as const) {
      const pixels = drawIcon(22, tone, style);
      for (let i = 0; i < pixels.length; i += 4)
        expect(Math.max(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!)).toBeLessThanOrEqual(pixels[i + 3]!);
    }
});

test('a template has no colour; each tone looks its own', () => {
  const template = drawIcon(18, 'problem', 'template');
  expect(template.every((value, at) => at % 4 === 3 || value === 0)).toBe(true);
  for (const style of ['colour', 'template'] as const) {
    const looks = (['ok', 'paused', 'problem'] as const).map((tone) =>
      drawIcon(18, tone, style).toString('hex'),
    );
    expect(new Set(looks).size).toBe(3);
  }
});

test('the dot is round', () => {
  const dot = drawDot(16);
  expect(at(dot, 16, 8, 8)).toEqual([0x4d, 0x48, 0xe5, 255]);
  expect(at(dot, 16, 0, 0)).toEqual([0, 0, 0, 0]);
});
