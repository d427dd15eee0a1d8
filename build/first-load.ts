import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestChunk>>;

/**
 * The scripts that a page must have before it shows anything: the entry, what it starts (which it imports dynamically, to ask
 * for data first), and what they import; not what is imported later.
 */
export function firstLoadScripts(manifest: Manifest, entry: string): readonly string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(entry);
  manifest[entry]?.dynamicImports?.forEach(visit);
  return [...seen];
}

/** Bytes of the first load, each script compressed as a server would send it. */
export function firstLoadBytes(folder: string): number {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizes = firstLoadScripts(manifest, 'index.html').map(
    (file) => gzipSync(readFileSync(join(folder, file))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
