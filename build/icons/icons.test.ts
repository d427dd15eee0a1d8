import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../child-process.mjs';
import { ICNS_SIZES, icnsOf, icoOf, type Picture } from './containers.ts';
import { appIcon } from './render.ts';

const pictureOf = (size: number): Picture => ({ size, png: Buffer.from(`picture of ${size}`) });

/** Where the bars of a drawing lie and how wide they are, without colours. */
function barsOf(file: string): readonly string[] {
  const bars = readFileSync(join(root, file), 'utf8').matchAll(
    /<rect x="(\d+)" y="(\d+)" width="(\d+)" height="3" rx="1"/g,
  );
  return [...bars].map(([, x, y, width]) => `${x} ${y} ${width}`);
}

test.for([
  'build/icons/app.svg',
  'build/icons/tray.svg',
  'build/icons/tray-problem.svg',
  'renderer/ui/Brand.tsx',
])('%s shows the mark of the page', (file) => {
  const mark = barsOf('renderer/public/favicon.svg');
  expect(mark).toHaveLength(3);
  expect(barsOf(file)).toEqual(mark);
});

test.for([16, 24, 48, 64, 256])('the icon of %i px is a PNG of that size', (size) => {
  const { png } = appIcon(size);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
});

describe('an .ico', () => {
  test('tells where each picture lies', () => {
    const pictures = [16, 32, 256].map(pictureOf);
    const ico = icoOf(pictures);
    expect(ico.readUInt16LE(4)).toBe(pictures.length);
    const found = pictures.map((_, index) => {
      const entry = 6 + 16 * index;
      const offset = ico.readUInt32LE(entry + 12);
      return {
        size: ico.readUInt8(entry) || 256,
        png: ico.subarray(offset, offset + ico.readUInt32LE(entry + 8)),
      };
    });
    expect(found).toEqual(pictures);
  });

  test('refuses what its sizes cannot say', () => {
    expect(() => icoOf([pictureOf(512)])).toThrow('512 px');
  });
});

describe('an .icns', () => {
  test('is chunks to its end, whose lengths include their heads', () => {
    const icns = icnsOf(ICNS_SIZES.map(pictureOf));
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const found: Record<string, string> = {};
    let at = 8;
    while (at < icns.length) {
      const length = icns.readUInt32BE(at + 4);
      found[icns.toString('latin1', at, at + 4)] = icns.toString('utf8', at + 8, at + length);
      at += length;
    }
    expect(at).toBe(icns.length);
    expect(found).toMatchObject({ ic07: 'picture of 128', ic11: 'picture of 32', ic10: 'picture of 1024' });
  });

  test('refuses to be made without one of its sizes', () => {
    expect(() => icnsOf([pictureOf(32)])).toThrow('64 px');
  });
});
