import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '..');

/** Widths of the window in pixels, as in `min-[1100px]:grid-cols-6`. */
const inPixels = /\b(?:min|max)-\[[\d.]+px\]:\S+/g;

// Tailwind puts those in pixels before its own, which are in rem: `sm:` counted in place of `min-[1100px]:`.
test('no class of a component depends on a width in pixels', () => {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((name) =>
    (readFileSync(join(renderer, name), 'utf8').match(inPixels) ?? []).map((match) => `${name}: ${match}`),
  );
  expect(found).toEqual([]);
});
