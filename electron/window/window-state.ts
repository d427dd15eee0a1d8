import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  /** Null: where the system puts it. */
  readonly position: { readonly x: number; readonly y: number } | null;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

export const smallest = { width: 640, height: 400 };
const fresh: WindowState = { position: null, width: 1440, height: 900, maximized: false };
/** Pixels of the window's head that must be on a screen, or nobody could take hold of it. */
const GRIP = 100;

/** What was kept, as far as it still fits the screens that there are: one may have been unplugged since. */
export function fitState(kept: unknown, screens: readonly Rectangle[]): WindowState {
  const { x, y, width, height, maximized } = (kept ?? {}) as Record<string, unknown>;
  if (!isSize(width) || !isSize(height)) return fresh;
  const largest = {
    width: Math.max(...screens.map((screen) => screen.width), smallest.width),
    height: Math.max(...screens.map((screen) => screen.height), smallest.height),
  };
  const size = {
    width: clamp(width, smallest.width, largest.width),
    height: clamp(height, smallest.height, largest.height),
  };
  const isSeen =
    Number.isInteger(x) &&
    Number.isInteger(y) &&
    screens.some((screen) => isOn(screen, { x: x as number, y: y as number, ...size }));
  return {
    ...size,
    position: isSeen ? { x: x as number, y: y as number } : null,
    maximized: maximized === true,
  };
}

/** What the file holds; null where there is none that can be read, which is no fault. */
export function readState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Its normal bounds, also while it is maximized. Throws where the file can't be written. */
export function writeState(file: string, bounds: Rectangle, maximized: boolean): void {
  writeFileSync(`${file}.new`, JSON.stringify({ ...bounds, maximized }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const isSize = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

function isOn(screen: Rectangle, { x, y, width }: Rectangle): boolean {
  const seen = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  return seen >= GRIP && y >= screen.y && y <= screen.y + screen.height - GRIP / 2;
}
