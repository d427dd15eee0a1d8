import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_NAME = 'invoke_agent smoke';

const exportRequest = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'smoke' } }] },
      scopeSpans: [
        {
          scope: { name: 'smoke' },
          spans: [
            {
              traceId: TRACE_ID,
              spanId: 'b7ad6b7169203331',
              name: SPAN_NAME,
              kind: 1,
              startTimeUnixNano: '1763712000000000000',
              endTimeUnixNano: '1763712001000000000',
            },
          ],
        },
      ],
    },
  ],
};

const assistantRequest = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_traces', arguments: { include_nongenai: true } },
};

export interface SmokeOptions {
  /** Before `serve`: the script for Node, flags of Chromium. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs `serve` of a packaged Tracedeck on free ports with a folder of its own, exports a span to it over OTLP/HTTP, reads
 * it back, also as an assistant, and the page too, and stops it. Throws where any of it is not as it should be.
 */
export async function smoke(
  program: string,
  { args = [], env = process.env }: SmokeOptions = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tracedeck-smoke-'));
  const ports = ['--port=0', '--otlp-port=0', '--grpc-port=0'];
  const child = spawn(program, [...args, 'serve', '--json', ...ports, `--data-dir=${folder}`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  try {
    const { http, otlp } = await addressesOf(child);
    const answer = await post(`${otlp}/v1/traces`, exportRequest);
    expectEqual('the answer to the export', await answer.json(), {});
    const { spans } = (await (await get(`${http}/api/v1/traces/${TRACE_ID}/spans`)).json()) as {
      spans: readonly { span_name: string }[];
    };
    expectEqual(
      'the stored spans',
      spans.map(({ span_name }) => span_name),
      [SPAN_NAME],
    );
    // What answers assistants is a thread of its own, with code that nothing else loads.
    const told = await (await post(`${http}/api/v1/mcp`, assistantRequest)).text();
    if (!told.includes(TRACE_ID)) throw new Error(`an assistant finds no trace: ${told}`);
    const page = await (await get(`${http}/`)).text();
    if (!page.includes('<title>')) throw new Error('there is no page at the address');
    child.kill('SIGTERM');
    const [code] = await ended;
    // Windows knows no signals: there it was simply ended.
    if (process.platform !== 'win32') expectEqual('the exit code', code, 0);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** From the first line that `serve --json` prints; Chromium may print others before it. */
async function addressesOf(child: ChildProcess): Promise<{ http: string; otlp: string }> {
  if (!child.stdout) throw new Error('nothing to read from');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"event":"listening"')) return JSON.parse(line) as { http: string; otlp: string };
  }
  throw new Error('serve ended without saying where it listens');
}

async function get(url: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

function post(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return get(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== shouldBe) throw new Error(`${what}: ${is} in place of ${shouldBe}`);
}
