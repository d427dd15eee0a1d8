import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../testing/http-client.ts';
import { RICH, richTraces } from '../testing/rich-data.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tool = (name: string): string => path.join(root, 'node_modules', name);
/** Inside the package, so that what is generated finds what it imports. */
const cache = tool('.cache');

let collector: RunningCollector;
let folder: string;
beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, 'generated-client-'));
  collector = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
});
afterAll(async () => {
  await collector.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What somebody writes who has the generated module and nothing else of ours. */
const PROGRAM = `
import * as api from './api.ts';

export interface Found {
  readonly models: readonly string[];
  readonly said: readonly string[];
  readonly status: api.StatusCode;
  readonly category: api.SpanCategory;
  readonly tokens: number;
  readonly more: string | null;
  readonly refused: 'TRACE_NOT_FOUND' | null;
}

export async function explore(baseUrl: string, token: string, spans: api.ExportTraceServiceRequest): Promise<Found> {
  Object.assign(api.defaults, { baseUrl, headers: { authorization: 'Bearer ' + token } });
  const stored = await api.exportTracesOfProject('default', spans, {});
  if (stored.status !== 200) throw new Error(String(stored.status));
  const traces = await api.listTraces('default', { orderBy: 'start_time:asc', limit: 1 });
  if (traces.status !== 200) throw new Error(traces.data.message);
  const trace: api.TraceSummary | undefined = traces.data.data[0];
  if (!trace) throw new Error('no trace');
  const conversation = await api.getTraceMessages('default', trace.trace_id);
  if (conversation.status !== 200) throw new Error(conversation.data.message);
  const said = conversation.data.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])),
  );
  const span = await api.getSpan('default', trace.trace_id, '${RICH.span_id}', { includeRawSpan: true });
  if (span.status !== 200) throw new Error(span.data.message);
  const unscoped = await api.listUnscopedTraces({ limit: 1 });
  if (unscoped.status !== 200) throw new Error(unscoped.data.message);
  const gone = await api.deleteTrace('default', 'ff');
  const code = gone.status === 404 ? gone.data.code : undefined;
  return {
    models: trace.models,
    said,
    status: span.data.status_code,
    category: span.data.span_category,
    tokens: trace.total_tokens,
    more: unscoped.data.next_cursor,
    refused: code ?? null,
  };
}
`;

const CONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
  },
  files: ['api.ts', 'program.ts'],
};

const run = promisify(execFile);

test('a public generator makes a client of the document that compiles and works', async () => {
  const authorization = `Bearer ${collector.token}`;
  const document = await send(`${collector.url}/api/v1/openapi.json`, { headers: { authorization } });
  const write = (name: string, content: string | Buffer): void =>
    writeFileSync(path.join(folder, name), content);
  write('openapi.json', document.body);
  write('program.ts', PROGRAM);
  write('tsconfig.json', JSON.stringify(CONFIG));
  write('package.json', '{"type":"module"}');
  await run(process.execPath, [tool('oazapfts/dist/cli.js'), 'openapi.json', 'api.ts'], { cwd: folder });
  await run(process.execPath, [tool('typescript/bin/tsc'), '-p', '.'], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`the client does not compile:\n${stdout}`);
    },
  );

  const program = (await import(pathToFileURL(path.join(folder, 'program.js')).href)) as {
    explore: (url: string, token: string, spans: object) => Promise<unknown>;
  };
  expect(await program.explore(collector.url, collector.token ?? '', richTraces())).toEqual({
    models: expect.arrayContaining(['gpt-4o-2024-08-06']),
    said: expect.arrayContaining(['What is on these?', 'A cat.']),
    status: 'UNSET',
    category: 'llm',
    tokens: 110,
    more: null,
    refused: 'TRACE_NOT_FOUND',
  });
});
