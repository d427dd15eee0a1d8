import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { defaultConfig, type Config } from '../config/config.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { examineAll } from '../doctor/checks.ts';
import { repair, type Repaired } from '../doctor/repair.ts';
import { projectUrl, read } from './api-client.ts';
import { checkpoint } from './damage.ts';
import { send } from './http-client.ts';
import { store, storeSignal } from './otlp-client.ts';
import { logBytes } from './otlp-logs.ts';
import { metricBytes, metricTime } from './otlp-metrics.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from './otlp.ts';
import { random } from './random.ts';
import { testFolder } from './test-folder.ts';
import { startCollector } from './start-collector.ts';

export const SPANS = 1500;
/** 150 in either project. */
export const TRACES = 300;
export const LOGS = 400;
export const POINTS = 600;
export const next = random(7);
const words = (length: number): string =>
  Array.from({ length }, () => Math.floor(next() * 2 ** 32).toString(36)).join(' ');

export const request = (from: number): RequestSpec => ({
  spans: Array.from({ length: 100 }, (_, i) => ({
    traceId: traceIdOf(1 + ((from + i) % 150)),
    spanId: spanIdOf(1 + from + i),
    name: `span ${from + i}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.request.temperature': (from + i) % 3,
      'session.id': `session ${(from + i) % 30}`,
      text: words(40),
    },
  })),
});

/** A database of a stopped collector that every test damages a copy of. */
let made: string;

/** Call in a file of tests before the first. */
export const makeWhole = (): void => {
  // Outside of `beforeAll`, in which vitest takes it and never runs it.
  afterAll(() => rmSync(made, { recursive: true, force: true }));
  beforeAll(async () => {
    made = mkdtempSync(path.join(tmpdir(), 'tracedeck-doctor-'));
    const collector = await startCollector({ dataDir: made });
    for (let from = 0; from < SPANS; from += 100)
      await store(collector.url, from < 1000 ? 'shop' : 'default', request(from));
    const logs = Array.from({ length: LOGS }, (_, i) => ({ body: `log ${i} ${words(10)}` }));
    await storeSignal(collector.url, 'shop', 'logs', logBytes({ logs }));
    const dataPoints = Array.from({ length: POINTS }, (_, i) => ({
      timeUnixNano: metricTime(i),
      asInt: `${i}`,
    }));
    await storeSignal(collector.url, 'shop', 'metrics', metricBytes([{ name: 'm', gauge: { dataPoints } }]));
    await collector.stop();
    checkpoint(made);
  });
};

export function copyOfWhole(): string {
  const folder = testFolder();
  cpSync(made, folder, { recursive: true });
  return folder;
}

export function configOf(dataDir: string): Config {
  const config = defaultConfig({});
  config.storage.data_dir = dataDir;
  config.server.port = config.otel.http.port = config.otel.grpc.port = 0;
  return config;
}

export const findings = async (dataDir: string): Promise<Record<string, string>> => {
  const { findings: found } = await examineAll(configOf(dataDir));
  return Object.fromEntries(
    found.map(({ name, isGood, lines }) => [name, `${isGood ? 'ok' : 'BAD'}: ${lines.join(' | ')}`]),
  );
};
export const mend = (dataDirectory: string): Repaired =>
  repair({ dataDirectory, now: new Date('2026-11-21T10:20:30Z'), total: () => {}, onRow: () => {} });

/** Every page can be read, and all that is kept adds up. */
export async function expectSound(dataDir: string, spans: number): Promise<void> {
  const after = await findings(dataDir);
  expect(after['database']).toMatch(/^ok: /);
  expect(after['totals']).toMatch(new RegExp(`^ok: of ${spans} spans in \\d+ traces equal a recount$`));
}

/** The same, and a collector shows all of it and takes more. */
export async function expectWhole(dataDir: string, spans: number): Promise<void> {
  await expectSound(dataDir, spans);
  const collector = await startCollector({ dataDir });
  onTestFinished(() => collector.stop());
  let found = 0;
  for (const project of ['shop', 'default']) {
    const url = projectUrl(collector.url, project);
    const { data, meta } = await read(SpanPage, `${url}/spans?limit=1000&include_raw_span=true`);
    found += meta.total_items;
    const { data: traces } = await read(TracePage, `${url}/traces?limit=1000`);
    expect(traces.reduce((sum, { span_count }) => sum + span_count, 0)).toBe(meta.total_items);
    for (const { trace_id, span_id } of data.slice(0, 20))
      expect((await send(`${url}/traces/${trace_id}/spans/${span_id}`)).status).toBe(200);
  }
  expect(found).toBe(spans);
  await store(collector.url, 'more', request(90_000));
}

export const setAsides = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('tracedeck-damaged'));
