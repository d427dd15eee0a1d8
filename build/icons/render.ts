import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { root } from '../child-process.mjs';
import { ICNS_SIZES, icnsOf, icoOf, type Picture } from './containers.ts';

const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];
/** The sizes of the freedesktop icon theme. */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** From this size on the detailed drawing can be seen. */
const DETAILED_FROM = 64;

/** macOS wants air around the tile: 824 of 1024 units are its own. */
const MAC_VIEW = 'viewBox="-124 -124 1272 1272"';

/** Electron takes the file with the suffix that fits the screen. */
const DENSITIES: readonly (readonly [suffix: string, factor: number])[] = [
  ['', 1],
  ['@1.25x', 1.25],
  ['@1.5x', 1.5],
  ['@2x', 2],
];

/** On Linux a panel is 22 to 24 px high and its icons have no suffix but @2x. */
const LINUX_TRAY_SIZE = 24;
const TRAY_SIZE = 16;

const onDark = '#ffffff';
const onLight = '#1b1d22';

/** Draws what the packages need into `dist/icons`: `linux/<n>x<n>.png`, `icon.ico` and `icon.icns`. */
export function renderPackageIcons(): void {
  const folder = freshFolder('dist/icons');
  mkdirSync(join(folder, 'linux'));
  for (const { size, png } of LINUX_SIZES.map(appIcon))
    writeFileSync(join(folder, 'linux', `${size}x${size}.png`), png);
  writeFileSync(join(folder, 'icon.ico'), icoOf(ICO_SIZES.map(appIcon)));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(ICNS_SIZES.map(macIcon)));
}

/** Draws what the running app needs into `dist/node/icons`; electron/icons.ts names the files. */
export function renderRunningIcons(): void {
  const folder = freshFolder('dist/node/icons');
  writeFileSync(join(folder, 'app.png'), appIcon(256).png);
  for (const [name, content] of trayIcons()) writeFileSync(join(folder, name), content);
}

/** The icon for Windows and Linux at a size in pixels. */
export function appIcon(size: number): Picture {
  return { size, png: draw(appDrawing(size), size) };
}

function macIcon(size: number): Picture {
  const svg = readSvg('app.svg').replace(/viewBox="[^"]+"/, MAC_VIEW);
  return { size, png: draw(svg, size) };
}

function appDrawing(size: number): string {
  // The tile fills the picture: its shadow would only soil the corners.
  if (size >= DETAILED_FROM) return readSvg('app.svg').replace(' filter="url(#shadow)"', '');
  return readSvg(size === 24 ? 'app-24.svg' : 'app-small.svg');
}

function trayIcons(): readonly (readonly [name: string, png: Buffer])[] {
  const icons: [string, Buffer][] = [];
  // macOS colours a template itself; its name must end so.
  for (const [suffix, factor] of [
    ['', 1],
    ['@2x', 2],
  ] as const)
    icons.push([`trayTemplate${suffix}.png`, trayIcon('#000000', TRAY_SIZE * factor)]);
  for (const [name, colour] of [
    ['on-dark', onDark],
    ['on-light', onLight],
  ] as const) {
    for (const [suffix, factor] of DENSITIES)
      icons.push([`tray-${name}${suffix}.png`, trayIcon(colour, TRAY_SIZE * factor)]);
    for (const [suffix, factor] of [
      ['', 1],
      ['@2x', 2],
    ] as const)
      icons.push([`tray-linux-${name}${suffix}.png`, trayIcon(colour, LINUX_TRAY_SIZE * factor)]);
  }
  return icons;
}

function trayIcon(colour: string, size: number): Buffer {
  const drawing = readSvg(size % 24 === 0 ? 'tray-24.svg' : 'tray.svg');
  return draw(drawing.replaceAll('currentColor', colour), size);
}

function draw(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

function readSvg(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function freshFolder(name: string): string {
  const folder = join(root, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
