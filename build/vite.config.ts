import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { escapeBeyondAscii } from './vite/ascii.ts';
import { copyCollectorFiles } from './vite/collector-files.ts';
import { firstLoadGroups, preloadStart } from './vite/first-load-chunks.ts';
import { leaveOutUnusedServers } from './vite/unused-servers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** From the sources, collector/version.ts reads package.json instead. */
const define = { 'process.env.TRACEDECK_VERSION': JSON.stringify(version) };

/** What stays outside the bundle: native or given by the runtime. */
const external = ['electron', 'better-sqlite3', ...builtinModules, /^node:/];

/** What is bundled, for packaging/licenses.ts: the build takes the files away again. */
const licensesOf = (part: string) => ({ fileName: `.vite/licenses-${part}.json` });

/** The collector, the command line and Electron's main process: one flat folder, so that paths relative to a module's own URL stay short. */
const node: EnvironmentOptions = {
  consumer: 'server',
  keepProcessEnv: true,
  define,
  resolve: { noExternal: true, conditions: ['node', 'import', 'default'] },
  build: {
    outDir: `${root}dist/node`,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    license: licensesOf('node'),
    copyPublicDir: false,
    rolldownOptions: {
      external,
      input: {
        main: `${root}collector/main.ts`,
        'packing-worker': `${root}collector/store/packing/worker.ts`,
        // No threads: loaded when a pattern or a price is met.
        'redaction-engine': `${root}collector/redaction/engine.ts`,
        'price-list': `${root}collector/extract/price-list.ts`,
        'import-worker': `${root}collector/files/import-worker.ts`,
        'electron-main': `${root}electron/entry.ts`,
      },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the text of what it has loaded. Licences are collected by themselves.
        comments: false,
      },
    },
  },
};

/**
 * A thread that every start waits for, beside the rest in one file of its own: in files that it shared it would load what the
 * others need of them, and each file takes a thread's loader half a millisecond. CommonJS, because what it requires is loaded
 * without the wrappers that modules have.
 */
const thread = (name: string, entry: string): EnvironmentOptions => ({
  ...node,
  build: {
    ...node.build,
    emptyOutDir: false,
    license: licensesOf(name),
    rolldownOptions: {
      ...node.build?.rolldownOptions,
      input: { [name]: `${root}${entry}` },
      output: { format: 'cjs', entryFileNames: '[name].cjs', comments: false },
    },
  },
});

/** A sandboxed preload script must be one CommonJS file. */
const preload: EnvironmentOptions = {
  consumer: 'server',
  define,
  resolve: { noExternal: true },
  build: {
    outDir: `${root}dist/node`,
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      external,
      input: { preload: `${root}electron/preload.ts` },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
};

/** `client` is Vite's own name for what runs in a page, and what its dev server serves. */
const renderer: EnvironmentOptions = {
  build: {
    outDir: `${root}dist/renderer`,
    emptyOutDir: true,
    manifest: true,
    license: licensesOf('renderer'),
    // A data: URL would need more room in the Content-Security-Policy than an asset does.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: `${root}renderer/index.html`,
      output: { codeSplitting: { groups: firstLoadGroups(`${root}renderer/app/start.tsx`) } },
    },
  },
};

/** What Fastify loads for what it is not asked: validators and serializers (`api/schema-compilers.ts`), its log, requests of tests. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request', 'pino'];

export default defineConfig({
  root: `${root}renderer`,
  cacheDir: `${root}node_modules/.cache/vite`,
  resolve: { alias: unused.map((find) => ({ find, replacement: `${root}build/vite/left-out.ts` })) },
  plugins: [
    react(),
    tailwindcss(),
    preloadStart('renderer/app/start.tsx'),
    copyCollectorFiles(root),
    leaveOutUnusedServers(),
    escapeBeyondAscii(),
  ],
  environments: {
    client: renderer,
    node,
    ingest: thread('ingest-worker', 'collector/ingest/worker/worker.ts'),
    query: thread('query-worker', 'collector/query/worker.ts'),
    preload,
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'node', 'ingest', 'query', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  server: { host: '127.0.0.1', port: 5389 },
});
