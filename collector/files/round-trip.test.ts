import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../testing/http-client.ts';
import { logRequest } from '../testing/otlp-logs.ts';
import { store } from '../testing/otlp-client.ts';
import { spanIdOf, traceIdOf, traceRequest, type SpanSpec } from '../testing/otlp.ts';
import { SAMPLE_LOGS, SAMPLE_METRICS, SAMPLE_TRACE, SAMPLE_TRACES } from '../testing/otlp-samples.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import {
  EXPORT_FORMATS,
  exportProject,
  parseFrom,
  parseTo,
  type ExportFormat,
  type ExportRequest,
} from './export-project.ts';
import { importFile, type ImportResult } from './import-file.ts';
import type { BadRecord } from './record.ts';
import { senderTo } from './send-records.ts';

async function start(): Promise<RunningCollector> {
  const collector = await startCollector();
  onTestFinished(() => collector.stop());
  return collector;
}

const asLines = (...requests: unknown[]): string =>
  requests.map((one) => `${JSON.stringify(one)}\n`).join('');
const ALL = asLines(SAMPLE_TRACES, SAMPLE_LOGS, SAMPLE_METRICS);

async function importText(
  { url, token }: RunningCollector,
  text: string,
  projectId = 'default',
  maxBytes = 1e6,
): Promise<ImportResult & { readonly told: readonly BadRecord[] }> {
  const file = path.join(testFolder(), 'file');
  writeFileSync(file, text);
  const told: BadRecord[] = [];
  const result = await importFile(file, {
    send: senderTo({ url, token: () => token, projectId }),
    maxBytes,
    onBad: (record) => told.push(record),
  });
  return { ...result, told };
}

const exported = (
  { dataDir }: RunningCollector,
  format: ExportFormat,
  selection: Partial<ExportRequest> = {},
): string =>
  [
    ...exportProject({
      dataDirectory: dataDir,
      projectId: 'default',
      format,
      onLeftOut: (why) => expect.unreachable(why),
      onDamaged: (what) => expect.unreachable(what),
      onNothing: () => {},
      ...selection,
    }),
  ].join('');

/** What a project answers: everything that the sample holds. */
async function contentOf({ url }: RunningCollector, project: string): Promise<unknown[]> {
  const paths = [
    `traces/${SAMPLE_TRACE}`,
    `traces/${SAMPLE_TRACE}/spans/1111111111111111?include_raw_span=true`,
    `traces/${SAMPLE_TRACE}/messages`,
    'logs',
    'metrics',
    'metrics/queue',
    'metrics/latency',
  ];
  return Promise.all(
    paths.map(async (name) => {
      const answer = await send(`${url}/api/v1/project/${project}/otel/${name}`);
      expect(answer.status).toBe(200);
      // As text: numbers keep their digits.
      return answer.body.toString();
    }),
  );
}

test('what was exported and imported again is the same, to the digit', async () => {
  const [from, to] = [await start(), await start()];
  expect(await importText(from, ALL)).toEqual({
    requests: 3,
    items: 5,
    bad: 0,
    traceId: SAMPLE_TRACE,
    told: [],
  });
  const text = exported(from, 'otlp-jsonl');
  await importText(to, text, 'again');
  expect(await contentOf(to, 'again')).toEqual(await contentOf(from, 'default'));
});

test('large spans are exported in lines that imports take, and a byte order mark before any line says nothing', async () => {
  const [from, to] = [await start(), await start()];
  const said = '"'.repeat(900_000);
  const spans = Array.from({ length: 20 }, (_, i) => ({
    traceId: traceIdOf(1),
    spanId: spanIdOf(i + 1),
    attributes: { said },
  }));
  for (const span of spans) await store(from.url, 'default', { spans: [span] });
  const lines = exported(from, 'otlp-jsonl').trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  const told = await importText(to, lines.map((line) => `\uFEFF${line}\n`).join(''), 'again', 2 ** 26);
  expect(told).toEqual({ requests: 3, items: 20, bad: 0, traceId: traceIdOf(1), told: [] });
});

test('spans that were made from log records come again as themselves', async () => {
  const [from, to] = [await start(), await start()];
  const own = { 'session.id': 's', 'prompt.id': 'p' };
  const logs = ['user_prompt', 'api_request'].map((name) => ({
    time: 1_770_921_433_316_465_001n,
    attributes: { 'event.name': name, ...own, input_tokens: 3, output_tokens: 4, cost_usd: 0.5 },
  }));
  const request = logRequest({ scope: { name: 'com.anthropic.claude_code.events' }, logs });
  await importText(from, asLines(request));
  await importText(to, exported(from, 'otlp-jsonl'), 'again');
  const tracesOf = async ({ url }: RunningCollector, project: string): Promise<unknown> => {
    const { body } = await send(`${url}/api/v1/project/${project}/otel/traces`);
    return (JSON.parse(body.toString()) as { data: unknown }).data;
  };
  expect(await tracesOf(from, 'default')).toMatchObject([
    { span_count: 2, total_tokens: 7, total_cost: 0.5 },
  ]);
  expect(await tracesOf(to, 'again')).toMatchObject([{ span_count: 2, total_tokens: 7, total_cost: 0.5 }]);
});

test('a trace is exported with its own log records, and with nothing else', async () => {
  const collector = await start();
  await importText(collector, ALL);
  const lines = exported(collector, 'otlp-jsonl', { traceIds: [SAMPLE_TRACE] })
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
    ['resourceSpans'],
    ['resourceLogs'],
  ]);
  expect(lines[1]).toContain('beside it');
  expect(lines[1]).not.toContain('alone');
});

test('a range leaves out what began before or after', async () => {
  const collector = await start();
  await importText(collector, ALL);
  const at = 1_770_921_433_316_465_000n;
  expect(exported(collector, 'otlp-jsonl', { from: at + 1_000_000_000n })).toBe('');
  expect(exported(collector, 'otlp-jsonl', { to: at - 1n })).toBe('');
  const [line, ...others] = exported(collector, 'otlp-jsonl', { from: at + 1n, to: at + 1n }).split('\n');
  expect(others).toEqual(['']);
  expect(line).toContain('alone');
  expect(line).not.toContain('beside it');
});

test('bad records are told by their place and leave the rest alone', async () => {
  const collector = await start();
  const invalid = {
    resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: '00', spanId: '00', name: 'x' }] }] }],
  };
  const { requests, items, told } = await importText(
    collector,
    `${asLines(SAMPLE_TRACES)}no JSON\n{"resourceSpans": 5}\n${asLines(invalid)}`,
  );
  expect({ requests, items }).toEqual({ requests: 2, items: 1 });
  expect(told.map(({ at }) => at).toSorted()).toEqual(['line 2', 'line 3', 'line 4']);
  expect(told.find(({ at }) => at === 'line 4')?.reason).toMatch(/^has 1 refused: .*trace/);
  expect(told.find(({ at }) => at === 'line 3')?.reason).toMatch(/^was refused: /);
  const { body } = await send(`${collector.url}/api/v1/traces`);
  expect(JSON.parse(body.toString())).toMatchObject({ traces: [{ trace_id: SAMPLE_TRACE }] });
});

test('counts what there is, whatever else has an id or a time', async () => {
  const collector = await start();
  const ids = (n: number) => ({ traceId: traceIdOf(1), spanId: spanIdOf(n) });
  const spans = [1, 2].map((n) => ({ ...ids(n), name: 'linked', links: [ids(7), ids(8)] }));
  const time = { timeUnixNano: '1770921433316465000' };
  const gauge = { dataPoints: [{ ...time, asInt: '1', exemplars: [time, time] }] };
  const { items } = await importText(
    collector,
    asLines(
      { resourceSpans: [{ scopeSpans: [{ spans }] }] },
      { resource_logs: [{ scope_logs: [{ log_records: [{ observed_time_unix_nano: '1' }] }] }] },
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'queue', gauge }] }] }] },
    ),
  );
  expect(items).toBe(4);
});

test('a project that must not be, or a token that is wanted, ends the import', async () => {
  const collector = await startCollector({ configure: (config) => (config.auth.enabled = true) });
  onTestFinished(() => collector.stop());
  await expect(importText({ ...collector, token: null }, ALL)).rejects.toThrow(/token/i);
  expect(await importText(collector, ALL)).toMatchObject({ requests: 3 });
});

test('conversations as JSON and as Markdown', async () => {
  const collector = await start();
  await importText(collector, ALL);
  expect(JSON.parse(exported(collector, 'messages-json'))).toMatchObject({
    project_id: 'default',
    conversations: [{ trace_id: SAMPLE_TRACE, messages: [{ role: 'user' }, { role: 'assistant' }] }],
  });
  expect(exported(collector, 'markdown', { sessionIds: ['s-1'] })).toMatch(
    /^# Session s-1\n[\s\S]*\n## user [^\n]*\n\nIs it open\?\n\n## assistant [^\n]*\n\nUntil six\.\n$/,
  );
  expect(() => exported(collector, 'markdown', { traceIds: ['ff'] })).toThrow(
    'no trace ff in project default',
  );
});

test('a range of time takes its traces with all their log records, and of others those that belong to no stored trace', async () => {
  const from = await start();
  const [earlier, within, later] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => Date.parse(day));
  const span = (trace: number, startMs: number) =>
    traceRequest({ spans: [{ traceId: traceIdOf(trace), spanId: spanIdOf(1), start: startMs }] });
  const log = (body: string, timeMs: number, more: { traceId?: string } = {}) =>
    logRequest({ logs: [{ body, time: BigInt(timeMs) * 1_000_000n, ...more }] });
  await importText(
    from,
    asLines(
      span(1, earlier!),
      span(2, within!),
      log('of the earlier trace, within', within!, { traceId: traceIdOf(1) }),
      log('of the trace, later', later!, { traceId: traceIdOf(2) }),
      log('of none, within', within!),
      log('of one that is not stored, within', within!, { traceId: traceIdOf(3) }),
      log('of none, later', later!),
    ),
  );
  const range = { from: parseFrom('2026-01-02'), to: parseTo('2026-01-02') };
  const text = exported(from, 'otlp-jsonl', range);
  expect([...text.matchAll(/"stringValue":"(of [^"]*)"/g)].map(([, body]) => body)).toEqual([
    'of the trace, later',
    'of none, within',
    'of one that is not stored, within',
  ]);
});

/** In a trace of its own, at so many seconds. */
const call = (n: number, session: string): SpanSpec => ({
  traceId: traceIdOf(n),
  spanId: spanIdOf(n),
  name: `call ${n}`,
  start: n * 1000,
  attributes: {
    'session.id': session,
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: `Question ${n}` }] },
    ]),
  },
});

test('of a session that is named what began in the range, in every format', async () => {
  const collector = await start();
  await importText(collector, asLines(traceRequest({ spans: [1, 2, 3].map((n) => call(n, 's')) })));
  const second = 1_000_000_000n;
  for (const format of EXPORT_FORMATS) {
    const asked = (range: Partial<ExportRequest>): Set<string> =>
      new Set(exported(collector, format, { sessionIds: ['s'], ...range }).match(/Question \d/g));
    expect(asked({ from: 2n * second })).toEqual(new Set(['Question 2', 'Question 3']));
    expect(asked({ from: second + 1n, to: 2n * second })).toEqual(new Set(['Question 2']));
    expect(asked({ from: 4n * second })).toEqual(new Set());
  }
});

test('several traces or sessions that are named, and no others', async () => {
  const collector = await start();
  const named = [1, 2, 3].map((n) => traceRequest({ spans: [call(n, `s-${n}`)] }));
  await importText(collector, asLines(...named));
  const traceIds = [traceIdOf(3), traceIdOf(1)];
  const sessionIds = ['s-3', 's-1'];
  const found = (format: ExportFormat, selection: Partial<ExportRequest>): readonly string[] =>
    [...exported(collector, format, selection).matchAll(/call \d|Question \d/g)].map(([name]) => name);
  for (const selection of [{ traceIds }, { sessionIds }]) {
    expect(new Set(found('otlp-jsonl', selection))).toEqual(
      new Set(['call 1', 'Question 1', 'call 3', 'Question 3']),
    );
    for (const format of ['messages-json', 'markdown'] as const)
      expect(
        found(format, selection)
          .filter((name) => name.startsWith('Question'))
          .toSorted(),
      ).toEqual(['Question 1', 'Question 3']);
  }
});
