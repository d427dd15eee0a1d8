import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll, extractFile, listPackage, statFile } from '@electron/asar';
import { getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'playwright/test';
import { root } from '../../build/child-process.mjs';
import config from '../../build/electron-builder.ts';
import { whyWrongFuses } from '../../build/packaging/fuse-wire.ts';
import { smoke } from '../../build/packaging/smoke.ts';
import { makeStandIn } from '../../build/packaging/stand-in.ts';
import { TOOLS } from '../../collector/mcp/tools/tools.ts';
import { McpAssistant } from '../../collector/testing/mcp-client.ts';
import { withoutSettings } from '../../collector/testing/without-settings.ts';
import { errorBadge, trayIcon, windowIcon } from '../icons.ts';

/** Beside other work; it takes a few seconds alone. */
const patienceMs = 600_000;

test.skip(process.platform !== 'linux', 'The stand-in for Electron is one for Linux.');
test.describe.configure({ timeout: patienceMs });

/** What may be in a package. A pattern is for what the build names by its content, or for a row of files. */
const expectedFiles: readonly (string | RegExp)[] = [
  'package.json',
  'dist/node/electron-main.js',
  'dist/node/electron-app.cjs',
  'dist/node/preload.cjs',
  'dist/node/main.cjs',
  'dist/node/code-loader.cjs',
  'dist/node/command-line.cjs',
  'dist/node/import-worker.cjs',
  'dist/node/ingest-worker.cjs',
  'dist/node/mcp-worker.cjs',
  'dist/node/packing-worker.cjs',
  'dist/node/price-list.cjs',
  'dist/node/query-worker.cjs',
  'dist/node/redaction-engine.cjs',
  'dist/node/thread.cjs',
  /^dist\/node\/[\w.-]+-[\w-]{8}\.cjs$/,
  'dist/node/docs.css',
  'dist/node/empty.db',
  /^dist\/node\/migrations\/\d{4}-[\w-]+\.sql$/,
  'dist/node/icons/app.png',
  'dist/node/icons/badge-error.png',
  'dist/node/icons/badge-error@2x.png',
  /^dist\/node\/icons\/tray[\w-]+(@[\d.]+x)?\.png$/,
  'dist/renderer/index.html',
  'dist/renderer/favicon.svg',
  'dist/renderer/theme.js',
  /^dist\/renderer\/assets\/[\w.-]+-[\w-]{8}\.(js|css)$/,
  'node_modules/better-sqlite3/lib/binding.js',
  'node_modules/better-sqlite3/package.json',
  `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
];

let folder: string;
let archive: string;
let files: readonly string[];

test.beforeAll(() => {
  test.setTimeout(patienceMs);
  folder = mkdtempSync(join(tmpdir(), 'tracedeck-package-'));
  makeStandIn(join(folder, 'electron'));
  // As a person runs it. electron-builder validates the whole configuration first.
  const options = [
    `-c.electronDist=${join(folder, 'electron')}`,
    `-c.directories.output=${join(folder, 'out')}`,
  ];
  const bootstrap = join(root, 'build/bootstrap.mjs');
  execFileSync(process.execPath, [bootstrap, 'dist', '--linux', '--dir', ...options], { stdio: 'inherit' });
  archive = join(unpacked(), 'resources/app.asar');
  files = listPackage(archive, { isPack: false })
    .map((path) => path.slice(1))
    .filter((path) => !('files' in statFile(archive, path)));
});

test.afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function unpacked(): string {
  const name = readdirSync(join(folder, 'out')).find((entry) => entry.endsWith('-unpacked'));
  return join(folder, 'out', name ?? 'nothing was packed');
}

const matches = (path: string) => (expected: string | RegExp) =>
  typeof expected === 'string' ? expected === path : expected.test(path);

/** Every file below a folder of the project, as paths from the project. */
function filesBelow(name: string): readonly string[] {
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

test('app.asar holds exactly the expected files', () => {
  expect(files.filter((path) => !expectedFiles.some(matches(path)))).toEqual([]);
  expect(expectedFiles.filter((expected) => !files.some((path) => matches(path)(expected)))).toEqual([]);
  expect(files.filter((path) => /\/src\/|\.test\.|\.tsx?$|\.map$/.test(path))).toEqual([]);
  const built = [...filesBelow('dist/node'), ...filesBelow('dist/renderer')];
  expect(files.filter((path) => path.startsWith('dist/')).toSorted()).toEqual(built.toSorted());
});

test('there is one native module, beside the archive', () => {
  const native = files.filter((path) => path.endsWith('.node'));
  expect(native).toEqual([`node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`]);
  expect(statFile(archive, native[0] ?? '').unpacked).toBe(true);
  const outside = readdirSync(`${archive}.unpacked`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(`${archive}.unpacked/`.length));
  expect(outside).toEqual(native);
});

test('the icons that the app shows are there', () => {
  const shown = [windowIcon, errorBadge];
  for (const tone of ['ok', 'paused', 'problem'] as const)
    for (const platform of ['darwin', 'linux', 'win32'] as const)
      shown.push(trayIcon(tone, platform, true), trayIcon(tone, platform, false));
  const names = shown.map((url) =>
    fileURLToPath(url).slice(fileURLToPath(new URL('../', import.meta.url)).length),
  );
  expect(names.filter((name) => !files.includes(`dist/node/${name}`))).toEqual([]);
});

test('the app starts at the entry that knows commands', () => {
  const { main, scripts, devDependencies } = JSON.parse(extractFile(archive, 'package.json').toString());
  expect({ main, scripts, devDependencies }).toEqual({ main: 'dist/node/electron-main.js' });
});

test('licences lie beside it', () => {
  expect(readdirSync(join(unpacked(), 'resources/licenses')).toSorted()).toEqual([
    'LICENSE.txt',
    'THIRD-PARTY-LICENSES.txt',
  ]);
});

test('the fuses are set', async () => {
  const wire = await getCurrentFuseWire(join(unpacked(), 'tracedeck'));
  expect(whyWrongFuses(wire, config.electronFuses ?? {})).toBeNull();
  expect(config.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  });
});

test('what it holds runs: the command line takes an export, and ends as it should', async () => {
  const extracted = join(folder, 'extracted');
  extractAll(archive, extracted);
  const entry = join(extracted, 'dist/node/electron-main.js');
  await smoke(process.execPath, { args: [entry] });
  const run = (...words: string[]) => spawnSync(process.execPath, [entry, ...words], { encoding: 'utf8' });
  const { version } = JSON.parse(extractFile(archive, 'package.json').toString()) as { version: string };
  expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
  expect(run('serve', '--nonsense')).toMatchObject({ status: 2, stdout: '' });
  expect(run('--cli', 'nonsense')).toMatchObject({ status: 2, stdout: '' });
  const command = [process.execPath, entry, 'mcp', '--data-dir', join(folder, 'none')] as const;
  const assistant = await McpAssistant.start(command, withoutSettings(folder));
  expect((await assistant.client.listTools()).tools).toHaveLength(TOOLS.length);
  await assistant.close();
});

test('its size', () => {
  const native = statSync(
    join(`${archive}.unpacked`, files.find((path) => path.endsWith('.node')) ?? ''),
  ).size;
  const packed = statSync(archive).size;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    `The package without Electron: app.asar ${megabytes(packed)}, native module ${megabytes(native)}.\n`,
  );
  expect(packed).toBeLessThan(25e6);
});
