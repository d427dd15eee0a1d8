import { rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findInstance } from '../../collector/instance.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { chooseCollector, type Wanted } from './choose.ts';
import { firstFreePort } from './host.ts';
import { recognise, recogniseAt } from './recognise.ts';

const around = { findInstance, recogniseAt, firstFreePort };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const host = '127.0.0.1';
const wanted = (more: Partial<Wanted>): Wanted => ({
  host,
  port: 0,
  dataDirectory: '/nowhere',
  onlyThisDirectory: false,
  ...more,
});

async function collector(): Promise<RunningCollector & { port: number }> {
  const running = await startCollector();
  closing.push(() => running.stop());
  return { ...running, port: Number(new URL(running.url).port) };
}

/** Any program that answers HTTP with this. */
async function stranger(body: string, status = 200): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, host);
  closing.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('which collector the window shows', () => {
  test('one of its own where nothing runs', async () => {
    const port = await stranger('{}');
    await closing.pop()?.();
    expect(await chooseCollector(wanted({ port }), around)).toEqual({ kind: 'start', port });
    expect(await chooseCollector(wanted({ port: 0 }), around)).toEqual({ kind: 'start', port: 0 });
  });

  test('the one of its data directory, wherever that listens', async () => {
    const { dataDir, url } = await collector();
    const choice = await chooseCollector(wanted({ dataDirectory: dataDir, onlyThisDirectory: true }), around);
    expect(choice).toMatchObject({ kind: 'attach', found: { url, dataDirectory: dataDir } });
  });

  test('the one of its data directory by whatever name, where it could not write down its address, too', async () => {
    const { dataDir, url, port } = await collector();
    const link = `${dataDir}-link`;
    symlinkSync(dataDir, link, 'dir');
    closing.push(() => rmSync(link));
    const named = wanted({ port, dataDirectory: link, onlyThisDirectory: true });
    expect(await findInstance(link)).toBe(url);
    expect(await chooseCollector({ ...named, port: 0 }, around)).toMatchObject({
      kind: 'attach',
      found: { url },
    });
    rmSync(path.join(dataDir, 'running.json'));
    expect(await findInstance(link)).toBeNull();
    expect(await chooseCollector(named, around)).toMatchObject({ kind: 'attach', found: { url } });
  });

  test('a Tracedeck on the main port, also of another directory, unless this start named one', async () => {
    const { port, url, dataDir } = await collector();
    expect(await chooseCollector(wanted({ port }), around)).toMatchObject({
      kind: 'attach',
      found: { url, dataDirectory: dataDir, version: expect.any(String) as string },
    });
    const choice = await chooseCollector(wanted({ port, onlyThisDirectory: true }), around);
    expect(choice.kind === 'start' && choice.port > port).toBe(true);
  });

  test.each([
    '{"status":"ok"}',
    '{"status":"ok","version":"1","otel":{},"storage":{}}',
    'null',
    '[]',
    'hello',
    '',
  ])('its own on the next port where another program answers %j', async (body) => {
    const port = await stranger(body);
    const choice = await chooseCollector(wanted({ port }), around);
    expect(choice.kind === 'start' && choice.port > port).toBe(true);
  });

  test('its own where what looks like a collector refuses', async () => {
    const port = await stranger('{"status":"ok","version":"1","otel":{},"storage":{"path":"/x"}}', 500);
    expect((await chooseCollector(wanted({ port }), around)).kind).toBe('start');
  });
});

test('a health answer is recognised by what every version says', () => {
  const health = { status: 'degraded', version: '9.0.0', otel: {}, storage: { path: '/x' }, new: 1 };
  expect(recognise(health)).toEqual({ version: '9.0.0', dataDirectory: '/x' });
  for (const gone of ['status', 'version', 'otel', 'storage'])
    expect(recognise({ ...health, [gone]: undefined })).toBeNull();
});
