/** Red, green, blue. */
type Colour = readonly [number, number, number];

export type IconTone = 'ok' | 'paused' | 'problem';
export type IconStyle = 'colour' | 'template';

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly colour: Colour;
}

/** The three bars of the brand on its grid of 18 units; see renderer/public/favicon.svg. */
const GRID = 18;
const BAR_HEIGHT = 3.4;
const BARS: readonly Bar[] = [
  { x: 1, y: 2, width: 11, colour: [0x5b, 0x66, 0xea] },
  { x: 4, y: 7.3, width: 13, colour: [0x12, 0xa0, 0x8a] },
  { x: 7, y: 12.6, width: 7, colour: [0xe0, 0x76, 0x2a] },
];
const GREY: Colour = [0x8a, 0x8f, 0x98];
const RED: Colour = [0xe5, 0x48, 0x4d];
const DOT = { x: 13.6, y: 13.6, radius: 4 };
/** Samples a pixel and direction, for smooth edges. */
const SAMPLES = 4;

/**
 * The icon as pixels, blue, green, red and alpha premultiplied, as Electron takes a bitmap. A `template` is black, which
 * macOS colours itself; paused it is faint, and a problem adds a dot.
 */
export function drawIcon(size: number, tone: IconTone, style: IconStyle): Buffer {
  return paint(size, (x, y) => {
    if (tone === 'problem' && isInDot(x, y)) return style === 'template' ? [[0, 0, 0], 1] : [RED, 1];
    // Room around the dot, so that it is seen in one colour, too.
    if (tone === 'problem' && isInDot(x, y, 1.2)) return null;
    const bar = BARS.find((one) => isInBar(one, x, y));
    if (!bar) return null;
    if (style === 'template') return [[0, 0, 0], tone === 'paused' ? 0.45 : 1];
    return [tone === 'paused' ? GREY : bar.colour, 1];
  });
}

/** A red dot, for the corner of a taskbar icon. */
export const drawDot = (size: number): Buffer =>
  paint(size, (x, y) => (Math.hypot(x - GRID / 2, y - GRID / 2) <= GRID / 2 - 1 ? [RED, 1] : null));

type Shade = (x: number, y: number) => readonly [Colour, number] | null;

function paint(size: number, shade: Shade): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      pixels.set(pixelOf(size, column, row, shade), (row * size + column) * 4);
  return pixels;
}

function pixelOf(size: number, column: number, row: number, shade: Shade): number[] {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const x = ((column + ((i % SAMPLES) + 0.5) / SAMPLES) * GRID) / size;
    const y = ((row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) * GRID) / size;
    const [colour, alpha] = shade(x, y) ?? [[0, 0, 0], 0];
    [colour[2], colour[1], colour[0], 255].forEach((part, at) => (sum[at]! += part * alpha));
  }
  return sum.map((part) => Math.round(part / (SAMPLES * SAMPLES)));
}

function isInBar({ x: left, y: top, width }: Bar, x: number, y: number): boolean {
  const round = 1.2;
  const nearestX = Math.min(Math.max(x, left + round), left + width - round);
  const nearestY = Math.min(Math.max(y, top + round), top + BAR_HEIGHT - round);
  return Math.hypot(x - nearestX, y - nearestY) <= round;
}

const isInDot = (x: number, y: number, margin = 0): boolean =>
  Math.hypot(x - DOT.x, y - DOT.y) <= DOT.radius + margin;
