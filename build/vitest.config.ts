import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  cacheDir: `${root}node_modules/.cache/vitest`,
  resolve: {
    // The real package tries to download its runtime when it is resolved.
    alias: [{ find: /^electron$/, replacement: `${root}electron/testing/electron-stand-in.ts` }],
  },
  test: {
    include: ['{build,collector,electron,renderer}/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    setupFiles: ['build/property-seed.ts'],
    // For the threads that tests start, too.
    execArgv: ['--import', `${root}build/strip-types.mjs`],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
