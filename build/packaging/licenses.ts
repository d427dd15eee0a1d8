import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../child-process.mjs';

/** What Vite writes about a package that it bundled. */
export interface BundledLicense {
  readonly name: string;
  readonly version: string;
  /** SPDX, from package.json. */
  readonly identifier?: string;
  /** Missing where the package brings no file of its licence. */
  readonly text?: string;
}

/** In the package without being a module of a bundle: the native module, and styles that Tailwind's become part of. */
const NOT_BUNDLED = ['better-sqlite3', 'tailwindcss'];

const SQLITE =
  'better-sqlite3 contains SQLite, which is in the public domain (https://sqlite.org/copyright.html).';

/**
 * Writes `dist/licenses`: our own licence, and those of everything by others that is part of the built app. Electron and
 * Chromium bring theirs. Call after the bundles are made. Throws for a package that says nothing of its licence.
 */
export function writeLicenses(): void {
  const folder = join(root, 'dist/licenses');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'LICENSE.txt'), readFileSync(join(root, 'LICENSE')));
  const licenses = [...readBundled('node'), ...readBundled('renderer'), ...NOT_BUNDLED.map(readInstalled)];
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesText(licenses));
}

/** Each package once, by name; texts that several share are repeated, as most of them demand. */
export function licensesText(licenses: readonly BundledLicense[]): string {
  const byKey = new Map(licenses.map((license) => [`${license.name} ${license.version}`, license]));
  const sections = [...byKey]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([key, { identifier, text }]) => {
      if (!identifier && !text) throw new Error(`${key} does not say its licence`);
      return `${key}${identifier ? ` (${identifier})` : ''}\n${'-'.repeat(78)}\n${text ?? `Licensed under ${identifier}; the package brings no further text.`}\n`;
    });
  const head = `Tracedeck contains the following software by others, under their own licences.\n${SQLITE}\n`;
  return [head, ...sections].join('\n');
}

function readBundled(part: string): readonly BundledLicense[] {
  const folder = join(root, 'dist', part, '.vite');
  return readdirSync(folder)
    .filter((name) => name.startsWith('licenses-'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly BundledLicense[]);
}

function readInstalled(name: string): BundledLicense {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return {
    name,
    version,
    identifier: license,
    ...(file ? { text: readFileSync(join(folder, file), 'utf8').trim() } : {}),
  };
}
