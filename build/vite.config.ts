import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { escapeBeyondAscii } from './vite/ascii.ts';
import { copyCollectorFiles } from './vite/collector-files.ts';
import { firstLoadGroups, preloadStart } from './vite/first-load-chunks.ts';
import { loadBuilt } from './vite/load-built.ts';
import { bundleSqliteCode } from './vite/sqlite-code.ts';
import { leaveOutUnusedServers } from './vite/unused-servers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** From the sources, collector/lib/version.ts reads package.json instead. */
const define = { 'process.env.TRACEDECK_VERSION': JSON.stringify(version) };

/** V8 keeps the text of what it has loaded, on each thread: without spaces, but with all names. Licences are collected by themselves. */
const text = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} as const;

/** What stays outside the bundle: native or given by the runtime. */
const external = ['electron', ...builtinModules, /^node:/];

/** What is bundled, for packaging/licenses.ts: the build takes the files away again. */
const licensesOf = (part: string) => ({ fileName: `.vite/licenses-${part}.json` });

/**
 * The collector, the command line and Electron's main process: one flat folder, so that paths relative to a module's own URL stay
 * short. CommonJS, because what it requires is loaded without the wrappers that modules have.
 */
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
        'command-line': `${root}collector/main.ts`,
        'packing-worker': `${root}collector/store/packing/worker.ts`,
        // No threads: loaded when a pattern or a price is met.
        'redaction-engine': `${root}collector/redaction/engine.ts`,
        'price-list': `${root}collector/extract/price-list.ts`,
        'import-worker': `${root}collector/files/import-worker.ts`,
        'electron-app': `${root}electron/main.ts`,
      },
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        ...text,
      },
    },
  },
};

/**
 * A thread that somebody waits for, beside the rest in one file of its own: in files that it shared it would load what the
 * others need of them, and each file takes a thread's loader half a millisecond.
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
      output: { format: 'cjs', entryFileNames: '[name].cjs', ...text },
    },
  },
});

/** What Node and threads start with: it loads the rest, which finds it as it is on its thread. */
const start: EnvironmentOptions = {
  ...node,
  build: {
    ...node.build,
    emptyOutDir: false,
    license: licensesOf('start'),
    rolldownOptions: {
      external,
      input: {
        'code-loader': `${root}collector/runtime/code-loader.ts`,
        main: `${root}collector/start.ts`,
        thread: `${root}collector/runtime/start-thread.ts`,
      },
      output: { format: 'cjs', entryFileNames: '[name].cjs', ...text },
    },
  },
};

/** What Electron starts: a module, because it awaits what it loads (`electron/entry.ts`). */
const entry: EnvironmentOptions = {
  ...node,
  build: {
    ...node.build,
    emptyOutDir: false,
    license: licensesOf('entry'),
    rolldownOptions: {
      external,
      input: { 'electron-main': `${root}electron/entry.ts` },
      output: { format: 'es', entryFileNames: '[name].js', ...text },
    },
  },
};

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

/** What is loaded for what nobody asks of it. */
const unused = [
  // By Fastify: validators and serializers (`api/schema-compilers.ts`), its log, requests of tests.
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'pino',
  // By protobufjs, which goes without: 64-bit integers are given to it by halves. It would bring WebAssembly to the ingest thread.
  'long',
];

export default defineConfig({
  root: `${root}renderer`,
  cacheDir: `${root}node_modules/.cache/vite`,
  resolve: {
    alias: [
      ...unused.map((find) => ({ find, replacement: `${root}build/vite/left-out.ts` })),
      { find: '@modelcontextprotocol/server/_shims', replacement: `${root}build/vite/mcp-shims.ts` },
    ],
  },
  plugins: [
    react(),
    tailwindcss(),
    preloadStart('renderer/app/start.tsx'),
    copyCollectorFiles(root),
    loadBuilt(['entry'], {
      [`${root}electron/main.ts`]: 'electron-app.cjs',
      [`${root}collector/main.ts`]: 'main.cjs',
    }),
    loadBuilt(['node', 'ingest', 'query', 'mcp'], {
      [`${root}collector/runtime/code-loader.ts`]: 'code-loader.cjs',
    }),
    bundleSqliteCode(),
    leaveOutUnusedServers(),
    escapeBeyondAscii(),
  ],
  environments: {
    client: renderer,
    node,
    ingest: thread('ingest-worker', 'collector/ingest/worker/worker.ts'),
    query: thread('query-worker', 'collector/query/worker.ts'),
    mcp: thread('mcp-worker', 'collector/mcp/worker.ts'),
    start,
    entry,
    preload,
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'node', 'ingest', 'query', 'mcp', 'start', 'entry', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  server: { host: '127.0.0.1', port: 5389 },
});
