import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

const FINDER = normalizePath(fileURLToPath(new URL('./sqlite-binding.ts', import.meta.url)));

/** better-sqlite3's JavaScript becomes part of the bundles that use it; its native part, and what finds that, stay in the package. */
export const bundleSqliteCode = (): Plugin => ({
  name: 'bundle-sqlite-code',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './binding' && importer?.endsWith('/better-sqlite3/lib/index.js') ? FINDER : null,
});
