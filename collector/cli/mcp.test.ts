import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Settings } from '../contract/settings.ts';
import { read } from '../testing/api-client.ts';
import { corruptTable } from '../testing/corrupt-table.ts';
import { McpAssistant } from '../testing/mcp-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { commandWith, serve, tracedeck } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector } from '../testing/start-collector.ts';
import { withoutSettings } from '../testing/without-settings.ts';
import { TOOLS } from '../mcp/tools/tools.ts';

async function assistantOf(dataDir: string, isNewest = false): Promise<McpAssistant> {
  const command = commandWith(['mcp', '--data-dir', dataDir]);
  const assistant = await McpAssistant.start(command, withoutSettings(testFolder()), { isNewest });
  onTestFinished(() => assistant.close());
  return assistant;
}
const traceNamed = (n: number, name: string) => ({
  spans: [
    { traceId: traceIdOf(n), spanId: spanIdOf(n), name, attributes: { 'gen_ai.operation.name': 'chat' } },
  ],
});

test.for([false, true])(
  'an assistant that starts it has all tools, newest protocol: %s',
  async (isNewest) => {
    const dataDir = testFolder();
    const collector = await startCollector({ dataDir });
    try {
      await store(collector.url, 'default', traceNamed(1, 'the first'));
      const assistant = await assistantOf(dataDir, isNewest);
      const { tools } = await assistant.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
      expect(await assistant.tell('list_traces')).toContain('the first');
      // What comes meanwhile is there with the next question.
      await store(collector.url, 'default', traceNamed(2, 'the second'));
      expect(await assistant.tell('list_traces')).toContain('the second');
      expect(await assistant.ask('get_trace', { trace_id: traceIdOf(3) })).toMatchObject({
        isError: true,
        text: expect.stringContaining('no trace'),
      });
    } finally {
      await collector.stop();
    }
  },
);

test('the words that a running collector tells start it', async () => {
  const { process, exit, addresses } = await serve(['--data-dir', path.join(testFolder(), 'data')]);
  try {
    await store(addresses.http, 'default', traceNamed(1, 'the first'));
    const { command_line } = await read(Settings, `${addresses.http}/api/v1/settings`);
    const [program, ...words] = command_line;
    const command = [program!, ...words, 'mcp', '--data-dir', addresses.data_dir] as const;
    const assistant = await McpAssistant.start(command, withoutSettings(testFolder()));
    onTestFinished(() => assistant.close());
    expect(await assistant.tell('list_traces')).toContain('the first');
  } finally {
    process.kill('SIGTERM');
    await exit;
  }
});

test('without a collector it reads what is stored, and finds a database that came later', async () => {
  const dataDir = path.join(testFolder(), 'data');
  mkdirSync(dataDir);
  const assistant = await assistantOf(dataDir);
  expect(await assistant.ask('list_traces')).toMatchObject({
    isError: true,
    text: expect.stringContaining(dataDir),
  });
  const collector = await startCollector({ dataDir });
  await store(collector.url, 'default', traceNamed(1, 'the first'));
  await collector.stop();
  expect(await assistant.tell('list_traces')).toContain('the first');
  // Whatever becomes of the file: one that was made anew is read.
  rmSync(dataDir, { recursive: true });
  const another = await startCollector({ dataDir });
  await store(another.url, 'default', traceNamed(2, 'the second'));
  await another.stop();
  expect(await assistant.tell('list_traces')).toContain('the second');
});

test('what is damaged is told, and the rest is read on', async () => {
  const dataDir = testFolder();
  const collector = await startCollector({ dataDir });
  await store(collector.url, 'default', traceNamed(1, 'the first'));
  await collector.stop();
  corruptTable(dataDir, 'chunks');
  const assistant = await assistantOf(dataDir);
  const at = { trace_id: traceIdOf(1), span_id: spanIdOf(1) };
  expect(await assistant.ask('get_span', at)).toMatchObject({
    isError: true,
    text: expect.stringContaining('doctor --repair'),
  });
  expect(await assistant.tell('list_traces')).toContain('the first');
});

test('it ends when the assistant does', async () => {
  const command = tracedeck(['mcp', '--data-dir', testFolder()], { stdin: 'pipe' });
  command.process.stdin!.end('no protocol\n');
  expect(await command.exit).toMatchObject({ code: 0, stdout: '' });
});

test('after a message that is too long it ends as well, and says why: it could answer nothing any more', async () => {
  const { process, exit } = tracedeck(['mcp', '--data-dir', testFolder()], { stdin: 'pipe' });
  // It goes while this is still written.
  process.stdin!.on('error', () => {});
  process.stdin!.write(`${'x'.repeat(11_000_000)}\n`);
  expect(await exit).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/exceeded maximum size[^]+answered no more[^\n]+\n$/) as string,
  });
});
