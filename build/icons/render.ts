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

/** What the tray can show; electron/icons.ts says when. */
const TRAY_TONES = ['ok', 'paused', 'problem'] as const;
type TrayTone = (typeof TRAY_TONES)[number];

/** Of the files that lie beside each other Electron takes the one for the screen's density. */
type Density = '' | '@1.25x' | '@1.5x' | '@2x';
const ON_MAC: readonly Density[] = ['', '@2x'];
const ON_WINDOWS: readonly Density[] = ['', '@1.25x', '@1.5x', '@2x'];
const ON_LINUX: readonly Density[] = ['', '@2x'];

const TRAY_SIZE = 16;
/** Panels are 22 to 24 px high there. */
const LINUX_TRAY_SIZE = 24;

const BLACK = '#000000';
const RED = '#e5484d';
const PANELS: readonly (readonly [name: string, colour: string])[] = [
  ['on-dark', '#ffffff'],
  ['on-light', '#1b1d22'],
];

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
  writeFileSync(join(folder, 'badge-error.png'), draw(readSvg('badge-error.svg'), TRAY_SIZE));
  writeFileSync(join(folder, 'badge-error@2x.png'), draw(readSvg('badge-error.svg'), TRAY_SIZE * 2));
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
  return TRAY_TONES.flatMap((tone) => [
    // macOS colours a template itself; its name must end so.
    ...ON_MAC.map((suffix) => trayFile(`tray-${tone}Template`, suffix, tone, TRAY_SIZE)),
    ...PANELS.flatMap(([panel, colour]) => [
      ...ON_WINDOWS.map((suffix) => trayFile(`tray-${tone}-${panel}`, suffix, tone, TRAY_SIZE, colour)),
      ...ON_LINUX.map((suffix) =>
        trayFile(`tray-${tone}-linux-${panel}`, suffix, tone, LINUX_TRAY_SIZE, colour),
      ),
    ]),
  ]);
}

/** A file of one density. Without a colour it is a template, whose only colour is black. */
function trayFile(
  name: string,
  suffix: Density,
  tone: TrayTone,
  size: number,
  colour?: string,
): readonly [name: string, png: Buffer] {
  const pixels = size * (Number.parseFloat(suffix.slice(1)) || 1);
  const grid = pixels % LINUX_TRAY_SIZE === 0 ? '-24' : '';
  const svg = readSvg(`tray${tone === 'problem' ? '-problem' : ''}${grid}.svg`)
    .replaceAll(
      'fill="currentColor"',
      `fill="${colour ?? BLACK}"${tone === 'paused' ? ' opacity=".45"' : ''}`,
    )
    .replace(RED, colour === undefined ? BLACK : RED);
  return [`${name}${suffix}.png`, draw(svg, pixels)];
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
