import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { startCollector } from '../testing/start-collector.ts';
import { McpThread } from './mcp-thread.ts';

const LIST = {
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};

test('it is started again with the next request where it could not be, once for all that ask meanwhile', async () => {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'tracedeck-mcp-'));
  const said: string[] = [];
  const mcp = new McpThread({ dataDirectory }, (message) => void said.push(message));
  const started: Worker[] = [];
  const remember = (worker: Worker): void => void started.push(worker);
  try {
    // There is no database yet.
    await expect(mcp.answer(LIST)).rejects.toMatchObject({ code: 'BUFFER_FULL' });
    expect(said.join('\n')).toContain('could not be started');
    await (await startCollector({ dataDir: dataDirectory })).stop();
    process.on('worker', remember);
    const [first, second] = await Promise.all([mcp.answer(LIST), mcp.answer(LIST)]);
    expect(started).toHaveLength(1);
    expect(first).toMatchObject({ status: 200, contentType: 'text/event-stream' });
    expect(second).toEqual(first);
  } finally {
    process.off('worker', remember);
    await mcp.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});

test('a stop ends one that was never asked, and it does not start any more', async () => {
  const said: string[] = [];
  const mcp = new McpThread({ dataDirectory: tmpdir() }, (message) => void said.push(message));
  await mcp.stop();
  await expect(mcp.answer(LIST)).rejects.toMatchObject({ code: 'BUFFER_FULL' });
  expect(said).toEqual([]);
});
