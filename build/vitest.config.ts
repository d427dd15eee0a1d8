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
    execArgv: ['strip-types.mjs', 'threads-end-whole.ts'].flatMap((file) => [
      '--import',
      new URL(file, import.meta.url).href,
    ]),
    // Official exporters take to the proxy that the environment names; those of tests talk to this machine.
    env: { NO_PROXY: '127.0.0.1,::1,localhost', no_proxy: '127.0.0.1,::1,localhost' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 40_000 } },
  },
});
