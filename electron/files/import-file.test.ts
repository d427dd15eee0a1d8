import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spanIdOf, traceIdOf, traceRequest } from '../../collector/testing/otlp.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { importFile, sentenceOf } from './import-file.ts';

let folder: string;
let collector: RunningCollector;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-open-'));
  collector = await startCollector();
});
afterAll(async () => {
  await collector.stop();
  rmSync(folder, { recursive: true });
});

const fileOf = (text: string): string => {
  const file = path.join(folder, 'traces.jsonl');
  writeFileSync(file, text);
  return file;
};
const target = (projectId = 'default') => ({
  projectId,
  request: (where: string, init: RequestInit) => fetch(new URL(where, collector.url), init),
});

test('a file is stored by the collector, whose trace is then shown', async () => {
  const spans = [1, 2, 3].map((n) => ({ traceId: traceIdOf(7), spanId: spanIdOf(n) }));
  const file = fileOf(`${JSON.stringify(traceRequest({ spans }))}\nnothing\n`);
  const parts: number[] = [];
  const report = await importFile(file, { ...target(), onProgress: (part) => parts.push(part) });
  expect(report).toMatchObject({ items: 3, bad: 1, trace_id: traceIdOf(7) });
  expect(parts.at(-1)).toBe(1);
  expect(sentenceOf('traces.jsonl', report)).toMatch(
    /^3 spans, log records and data points were opened from traces\.jsonl\. 1 passed over: line 2 /,
  );
});

test('a file of something else is refused, and an export of nothing says so', async () => {
  await expect(importFile(fileOf('hello'), target())).rejects.toThrow(
    /traces\.jsonl: nothing in the file could be stored: the file is neither/,
  );
  const report = await importFile(fileOf('{"resourceSpans":[]}'), target());
  expect(sentenceOf('x', report)).toMatch(/^x holds nothing that Tracedeck reads\.$/);
});

test('one that can not be read, or is refused, is one line', async () => {
  await expect(importFile(path.join(folder, 'none'), target())).rejects.toThrow(
    /none can't be read \(ENOENT\)$/,
  );
  await expect(importFile(folder, target())).rejects.toThrow('is no file');
  await expect(importFile(fileOf('{}'), target('.x'))).rejects.toThrow(/traces\.jsonl: a project id has/);
});

test('one that the collector does not answer to is named', async () => {
  const request = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5388'));
  await expect(importFile(fileOf('{}'), { projectId: 'default', request })).rejects.toThrow(
    /traces\.jsonl: connect ECONNREFUSED/,
  );
  const gone = () => Promise.resolve(new Response('Bad Gateway', { status: 502 }));
  await expect(importFile(fileOf('{}'), { projectId: 'default', request: gone })).rejects.toThrow(
    /traces\.jsonl: /,
  );
});
