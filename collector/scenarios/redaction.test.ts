import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { RedactionRule } from '../contract/redaction.ts';
import { Health } from '../contract/health.ts';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { Settings } from '../contract/settings.ts';
import { SpanPage } from '../contract/spans.ts';
import type { Signal } from '../decode/count.ts';
import { openForReading } from '../store/file/database.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest } from '../testing/otlp.ts';
import { JSON_TYPE, store, storeSignal } from '../testing/otlp-client.ts';
import { logBytes, logRequest } from '../testing/otlp-logs.ts';
import { metricBytes, metricRequest, metricTime } from '../testing/otlp-metrics.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
afterEach(() => collector.stop());

const start = async (...rules: RedactionRule[]): Promise<void> => {
  collector = await startCollector({ configure: ({ redaction }) => (redaction.rules = rules) });
};

const SECRET = 'Xyzzyplugh';
const said = (what: string): string => `${what} ${SECRET} ${what}`;
const EVERYWHERE: RedactionRule = { name: 'magic words', pattern: '(?i)xyzzy[a-z]+' };

const attributes = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': said('model'),
  'session.id': said('session'),
  'user.id': said('user'),
  'langfuse.trace.tags': [said('tag')],
  'gen_ai.input.messages': JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: said('prompt') }] },
  ]),
  nested: { [said('key')]: { inner: [said('inner')] } },
  large: 9007199254740993n,
};
const under = {
  resource: { 'service.name': said('service') },
  scope: { name: said('scope'), version: said('version') },
};
const underMetrics = { resource: under.resource, scope: under.scope.name };
const traces = {
  ...under,
  spans: Array.from({ length: 100 }, (_, i) => ({
    traceId: traceIdOf(1),
    spanId: spanIdOf(i + 1),
    name: said('span'),
    attributes,
    events: [{ name: said('event'), attributes: { 'exception.message': said('exception') } }],
    links: [{ traceId: traceIdOf(2), spanId: spanIdOf(2), attributes: { why: said('link') } }],
    status: { code: 2, message: said('status') },
  })),
};
const logs = {
  ...under,
  logs: [
    { body: said('body'), severityText: said('severity'), eventName: said('event') },
    { body: { text: said('body') }, attributes: { a: said('log') }, traceId: traceIdOf(1) },
  ],
};
const point = {
  timeUnixNano: metricTime(1),
  asInt: '9007199254740993',
  attributes: [{ key: 'who', value: { stringValue: said('point') } }],
  exemplars: [{ asInt: '1', filteredAttributes: [{ key: 'who', value: { stringValue: said('exemplar') } }] }],
};
const metrics = [
  { name: said('metric'), description: said('what'), unit: said('unit'), sum: { dataPoints: [point] } },
  { name: 'gauge', gauge: { dataPoints: [point] } },
];

const JSON_BODIES: [Signal, object][] = [
  ['traces', traceRequest(traces)],
  ['logs', logRequest(logs)],
  ['metrics', metricRequest(metrics, underMetrics)],
];
const PROTOBUF_BODIES: [Signal, Buffer][] = [
  ['traces', traceBytes(traces)],
  ['logs', logBytes(logs)],
  ['metrics', metricBytes(metrics, underMetrics)],
];

/** All bytes that lie in the data directory: of the files, and of what is packed in the database. */
function everyByte(): string {
  const files = readdirSync(collector.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
  const database = openForReading(collector.dataDir);
  const chunks = database
    .prepare('SELECT data FROM chunks UNION ALL SELECT previews FROM chunks WHERE previews IS NOT NULL')
    .pluck()
    .all() as Buffer[];
  database.close();
  expect(chunks.length).toBeGreaterThan(0);
  return [...files, ...chunks.map((chunk) => zstdDecompressSync(chunk).toString('latin1'))].join('\n');
}

async function requests(enough: number): Promise<IngestRequest[]> {
  for (;;) {
    const { data } = await read(IngestRequestList, `${collector.url}/api/v1/ingest/requests`);
    if (data.length >= enough) return data;
  }
}

async function indexed(): Promise<void> {
  for (;;) {
    const { search } = await read(Health, `${collector.url}/api/v1/health`);
    if (search.behind_spans === 0) return;
  }
}

test.for(['JSON', 'protobuf', 'gRPC'])(
  'what a rule takes out of %s is nowhere: in no file, in no stream, in no answer',
  async (transport) => {
    await start(EVERYWHERE);
    const stream = await openStream(`${projectUrl(collector.url)}/sse`);
    const bodies = transport === 'JSON' ? JSON_BODIES : PROTOBUF_BODIES;
    for (const [signal, body] of bodies) {
      if (transport === 'gRPC') await callGrpc(collector.grpcAddress, body as Buffer, { signal });
      else await storeSignal(collector.url, 'default', signal, body);
    }
    await stream.until((events) => events.filter(({ event }) => event === 'span').length >= 100);
    await indexed();
    const found = everyByte();
    // What is looked for would be seen: the words beside it are there.
    for (const word of ['prompt', 'exception', 'link', 'exemplar', 'severity'])
      expect(found).toContain(`${word} [redacted] ${word}`);
    expect(found.toLowerCase()).not.toContain('xyzzy');
    expect(stream.text()).toContain('session [redacted] session');
    expect(stream.text().toLowerCase()).not.toContain('xyzzy');
    stream.close();

    const raw = await send(`${projectUrl(collector.url)}/spans?include_raw_span=true&limit=1`);
    expect(raw.body.toString()).toContain('9007199254740993');
    expect(raw.body.toString()).toContain('prompt [redacted] prompt');
    const told = await requests(3);
    expect(told).toHaveLength(3);
    for (const { redacted, status } of told) {
      expect(status).toBe(200);
      expect(redacted).toBeGreaterThan(0);
    }
  },
);

const patch = (rules: unknown): Promise<Answer> =>
  send(`${collector.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: JSON_TYPE,
    body: JSON.stringify({ redaction: { rules } }),
  });
const span = (n: number) => ({
  spans: [{ traceId: traceIdOf(n), spanId: spanIdOf(n), name: `${SECRET} ${n}` }],
});
const names = async (): Promise<string[]> => {
  const { data } = await read(SpanPage, `${projectUrl(collector.url)}/spans?order_by=span_name:asc`);
  return data.map(({ span_name }) => span_name);
};

test('a changed rule counts from the next export on, and what is stored stays as it is', async () => {
  await start();
  await store(collector.url, 'default', span(1));
  expect((await patch([EVERYWHERE])).status).toBe(200);
  await store(collector.url, 'default', span(2));
  expect((await patch([{ ...EVERYWHERE, enabled: false }])).status).toBe(200);
  await store(collector.url, 'default', span(3));
  expect((await patch([{ ...EVERYWHERE, replacement: '(word)' }])).status).toBe(200);
  await store(collector.url, 'default', span(4));
  expect(await names()).toEqual(['(word) 4', `${SECRET} 1`, `${SECRET} 3`, '[redacted] 2']);
  const told = await requests(4);
  expect(told.map(({ redacted }) => redacted)).toEqual([1, 0, 1, 0]);
});

test('a rule that cannot be is refused by its name, and those that were there go on', async () => {
  await start(EVERYWHERE);
  const refusals: [object[], string][] = [
    [[{ name: 'mine', pattern: '(' }], 'redaction.rules: the rule "mine" has a pattern that can\'t be used'],
    [[{ name: 'mine' }], 'the rule "mine" must have keys, a pattern or both'],
    [[EVERYWHERE, EVERYWHERE], 'two rules have the name "magic words"'],
    [
      [{ name: 'mine', pattern: 5 }],
      'redaction.rules[0] ("mine").pattern must be a string of 1 to 1000 characters',
    ],
    [[{ name: 'mine', keys: 'a' }], 'redaction.rules[0] ("mine").keys must be a list of at most 100 strings'],
    [[{ name: 'mine', patern: 'a' }], 'unknown key redaction.rules[0] ("mine").patern'],
    [[{ pattern: 'a' }], 'redaction.rules[0] must be an object of name (a string of 1 to 100 characters)'],
  ];
  for (const [rules, message] of refusals) {
    const error = errorOf(await patch(rules));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.message).toContain(message);
  }
  await store(collector.url, 'default', span(1));
  expect(await names()).toEqual(['[redacted] 1']);
  const { settings } = await read(Settings, `${collector.url}/api/v1/settings`);
  expect(settings.redaction.rules).toEqual([EVERYWHERE]);
});
