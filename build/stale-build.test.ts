import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './child-process.mjs';
import { builtFrom } from './stale-build.ts';

/** Files of the project that the file names in quotes, relative to itself or to the root. */
function namedBy(path: string): string[] {
  const quoted = readFileSync(join(root, path), 'utf8').matchAll(
    /['`](?:\$\{root\})?([\w./-]+\.(?:ts|tsx|mjs|sql|css))['`]/g,
  );
  return [...quoted]
    .map(([, name]) => (name!.startsWith('.') ? join(dirname(path), name!) : normalize(name!)))
    .filter((name) => !name.startsWith('dist/') && existsSync(join(root, name)));
}

test('whatever the bundles and their making name, an edit of it makes the build stale', () => {
  const known = new Set(builtFrom());
  const queue = ['build/vite.config.ts', 'collector/main.ts', 'electron/entry.ts', 'renderer/main.ts'];
  const reached = new Set<string>();
  for (const path of queue) {
    if (reached.has(path)) continue;
    reached.add(path);
    queue.push(...namedBy(path));
  }
  expect(reached.size).toBeGreaterThan(500);
  expect([...reached].filter((path) => !known.has(path))).toEqual([]);
});
