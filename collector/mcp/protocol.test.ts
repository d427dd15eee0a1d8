import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MCP_PATH } from '../contract/mcp.ts';
import { errorOf } from '../testing/api-client.ts';
import { corruptTable } from '../testing/corrupt-table.ts';
import { jsonOf, send, type Answer } from '../testing/http-client.ts';
import { McpAssistant } from '../testing/mcp-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { ServedDocument } from '../testing/served-document.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';
import { TOOLS } from './tools/tools.ts';

const logged: string[] = [];
const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
const collector = sharedCollector({ log });

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (body: string, headers: Record<string, string> = HEADERS): Promise<Answer> =>
  send(collector.url + MCP_PATH, { method: 'POST', headers, body });
const request = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });

/** The message of an answer, which is JSON or one event of a stream. */
function messageOf(answer: Answer): Record<string, unknown> {
  const text = String(answer.body);
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text) as Record<string, unknown>;
}
const NEWEST = '2026-07-28';
const INITIALIZE = request('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'old', version: '1' },
});

describe('clients of the protocol before the newest', () => {
  test('are answered in their own version, with no session to come back to', async () => {
    const answer = await post(INITIALIZE);
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(messageOf(answer)).toMatchObject({
      id: 7,
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'tracedeck' } },
    });
  });

  test('may notify, and call without a handshake', async () => {
    const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const noted = await post(note);
    expect(noted).toMatchObject({ status: 202, body: Buffer.from('') });
    expect(noted.headers['content-type']).toBeUndefined();
    const served = await ServedDocument.of(collector.url);
    const documented = served.operations().find(({ path: at }) => at === MCP_PATH)!;
    expect(() => served.check(documented.operation, noted)).not.toThrow();
    const called = await post(request('tools/call', { name: 'list_projects', arguments: {} }));
    expect(messageOf(called)).toMatchObject({ result: { content: [{ type: 'text' }] } });
  });

  test('that open a stream, or end a session, are told that there is none', async () => {
    for (const method of ['GET', 'DELETE'])
      expect(
        errorOf(await send(collector.url + MCP_PATH, { method, headers: { accept: 'text/event-stream' } })),
      ).toMatchObject({
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
      });
  });
});

describe('what is no message', () => {
  test.for([
    ['{', -32_700],
    ['', -32_700],
    ['[]', -32_600],
    ['{"jsonrpc":"1.0"}', -32_600],
  ] as const)('%j is answered as JSON-RPC has it', async ([body, code]) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  test('one of another type or none, or too large, is refused as everywhere', async () => {
    const { accept } = HEADERS;
    for (const [body, headers] of [
      ['a', { 'content-type': 'text/plain' }],
      ['', { accept }],
    ] as const)
      expect(errorOf(await post(body, headers))).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
    expect(errorOf(await post(JSON.stringify('x'.repeat(70_000))))).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  test('a page of somebody else is refused', async () => {
    const headers = { ...HEADERS, origin: 'https://evil.example' };
    expect(errorOf(await post(INITIALIZE, headers))).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' });
  });

  test('an unknown tool or method is an error of the protocol', async () => {
    const unknown = await post(request('tools/call', { name: 'delete_everything', arguments: {} }));
    expect(messageOf(unknown)).toMatchObject({ error: { code: -32_602 } });
    expect(messageOf(await post(request('resources/list')))).toMatchObject({ error: { code: -32_601 } });
  });
});

test('nobody can hold the thread with a stream that never ends', async () => {
  const assistant = await McpAssistant.connect(collector.url, { isNewest: true });
  expect(assistant.client.getNegotiatedProtocolVersion()).toBe(NEWEST);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = request('subscriptions/listen', { _meta: meta, notifications: { toolsListChanged: true } });
  const answer = await post(body, {
    ...HEADERS,
    'mcp-protocol-version': NEWEST,
    'mcp-method': 'subscriptions/listen',
  });
  expect(jsonOf(answer)).toMatchObject({ error: { message: 'Subscription limit reached' } });
  expect(await assistant.tell('list_projects')).toBeTypeOf('string');
  await assistant.close();
});

test('where a token is asked for it is asked for here', async () => {
  const guarded = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
  try {
    await expect(McpAssistant.connect(guarded.url)).rejects.toThrow(/401|AUTH_REQUIRED|Unauthorized/i);
    const assistant = await McpAssistant.connect(guarded.url, { token: guarded.token! });
    const nothing = await assistant.tell('list_projects');
    expect(nothing).toContain('Nothing has arrived yet');
    // Why not, no tool can tell: some run where no collector does.
    for (const text of [nothing, assistant.client.getInstructions()])
      expect(text).toContain('/api/v1/ingest/requests');
    await assistant.close();
  } finally {
    await guarded.stop();
  }
});

test('a database that cannot be read is told as everywhere, logged, and answered again for what can be', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tracedeck-broken-'));
  const whole = await startCollector({ dataDir });
  await store(whole.url, 'default', { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });
  await whole.stop();
  corruptTable(dataDir, 'spans');
  const said: string[] = [];
  const broken = await startCollector({
    dataDir,
    log: { ...log, error: (message) => void said.push(message) },
  });
  try {
    const call = (name: string, given: object): Promise<Answer> =>
      send(broken.url + MCP_PATH, {
        method: 'POST',
        headers: HEADERS,
        body: request('tools/call', { name, arguments: given }),
      });
    expect(errorOf(await call('get_trace', { trace_id: traceIdOf(1) }))).toMatchObject({
      status: 500,
      code: 'STORAGE_ERROR',
    });
    expect(said.join('\n')).toContain('malformed');
    expect(messageOf(await call('list_projects', {}))).toMatchObject({
      result: { content: [{ type: 'text' }] },
    });
  } finally {
    await broken.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const oddValue = fc.oneof(
  fc.jsonValue(),
  fc.string(),
  fc.constantFrom('9007199254740993', -1, 1e300, '\0', '2026-02-30'),
);
const names = [...new Set(TOOLS.flatMap(({ parameters }) => Object.keys(parameters.properties)))];
const oddArguments = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), oddValue, {
  maxKeys: 4,
});
const oddCall = fc
  .record({
    name: fc.constantFrom(...TOOLS.map(({ name }) => name)),
    arguments: fc.oneof(oddArguments, oddValue),
  })
  .map((params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
const oddMessage = fc.oneof(
  { weight: 3, arbitrary: oddCall },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);

test('whatever is posted is answered, never with a 5xx, and the thread lives on', async () => {
  await fc.assert(
    fc.asyncProperty(oddMessage, async (body) => {
      expect((await post(body)).status, body).toBeLessThan(500);
    }),
    { numRuns: 400, endOnFailure: true },
  );
  expect(logged).toEqual([]);
}, 120_000);
