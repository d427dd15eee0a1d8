import { beforeAll, expect, test } from 'vitest';
import { SpanDetail, SpanPage } from '../contract/spans.ts';
import { TraceDetail } from '../contract/traces.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { ExportTraceServiceRequest } from '../decode/protocol.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { postJson, postProtobuf } from '../testing/otlp-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
const traceId = traceIdOf(0xabc);
const spanId = spanIdOf(0xdef);

const attributes = [
  { key: 'text', value: { stringValue: 'Grüße, 世界 🌍\n"quoted"\u0000' } },
  { key: 'empty', value: { stringValue: '' } },
  { key: 'yes', value: { boolValue: true } },
  { key: 'no', value: { boolValue: false } },
  { key: 'zero', value: { intValue: '0' } },
  { key: 'largest', value: { intValue: '9223372036854775807' } },
  { key: 'smallest', value: { intValue: '-9223372036854775808' } },
  { key: 'fraction', value: { doubleValue: 0.1 } },
  { key: 'whole', value: { doubleValue: 3 } },
  { key: 'not a number', value: { doubleValue: 'NaN' } },
  { key: 'endless', value: { doubleValue: '-Infinity' } },
  { key: 'bytes', value: { bytesValue: Buffer.from([0, 1, 254, 255]).toString('base64') } },
  {
    key: 'list',
    value: {
      arrayValue: {
        values: [
          { stringValue: 'a' },
          { intValue: '1' },
          { arrayValue: { values: [{ boolValue: true }] } },
          {},
        ],
      },
    },
  },
  {
    key: 'map',
    value: { kvlistValue: { values: [{ key: 'inner', value: { kvlistValue: {} } }] } },
  },
  { key: 'none', value: {} },
  { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
  // A key that comes twice stands twice.
  { key: 'twice', value: { intValue: '1' } },
  { key: 'twice', value: { intValue: '2' } },
];
const span = {
  traceId,
  spanId,
  parentSpanId: spanIdOf(0xaaa),
  traceState: 'vendor=value',
  flags: 257,
  name: 'whole',
  kind: 3,
  startTimeUnixNano: '1770000000123456789',
  endTimeUnixNano: '1770000001123456789',
  attributes,
  droppedAttributesCount: 3,
  events: [
    {
      timeUnixNano: '1770000000223456789',
      name: 'thought',
      attributes: attributes.slice(0, 4),
      droppedAttributesCount: 1,
    },
    { timeUnixNano: '1770000000323456789', name: 'bare' },
  ],
  droppedEventsCount: 4,
  links: [
    {
      traceId: traceIdOf(1),
      spanId: spanIdOf(2),
      traceState: 'a=b',
      attributes: attributes.slice(4, 6),
      flags: 1,
    },
  ],
  droppedLinksCount: 5,
  status: { message: 'it failed', code: 2 },
};
const resource = { attributes: attributes.slice(0, 8), droppedAttributesCount: 1 };
const scope = {
  name: 'scope',
  version: '1.0',
  attributes: attributes.slice(2, 5),
  droppedAttributesCount: 2,
};
const resourceUrl = 'https://opentelemetry.io/schemas/1.24.0';
const scopeUrl = 'https://opentelemetry.io/schemas/1.25.0';
const whole = {
  ...span,
  resource: { ...resource, schemaUrl: resourceUrl },
  scope: { ...scope, schemaUrl: scopeUrl },
};

const body = JSON.stringify({
  resourceSpans: [
    { resource, schemaUrl: resourceUrl, scopeSpans: [{ scope, schemaUrl: scopeUrl, spans: [span] }] },
  ],
});

beforeAll(async () => {
  url = projectUrl(collector.url);
  await postJson(collector.url, body);
});

test('the raw span is what was sent, attribute by attribute, wherever include_raw_span is taken', async () => {
  const raw = 'include_raw_span=true';
  const one = await read(SpanDetail, `${url}/traces/${traceId}/spans/${spanId}?${raw}`);
  expect(one.raw_span).toEqual(whole);
  const { spans } = await read(TraceDetail, `${url}/traces/${traceId}?${raw}`);
  const lists = [`${url}/traces/${traceId}/spans?${raw}`, `${url}/spans?${raw}`];
  const [first, second] = await Promise.all(lists.map((list) => read(SpanPage, list)));
  for (const item of [spans[0], first!.data[0], second!.data[0]]) expect(item!.raw_span).toEqual(whole);
});

test('without include_raw_span it is not there', async () => {
  for (const query of ['', '?include_raw_span=false']) {
    expect(await read(SpanDetail, `${url}/traces/${traceId}/spans/${spanId}${query}`)).not.toHaveProperty(
      'raw_span',
    );
    expect((await read(SpanPage, `${url}/spans${query}`)).data[0]).not.toHaveProperty('raw_span');
    expect((await read(TraceDetail, `${url}/traces/${traceId}${query}`)).spans[0]).not.toHaveProperty(
      'raw_span',
    );
  }
});

test('attributes are plain JSON in the details', async () => {
  const detail = await read(SpanDetail, `${url}/traces/${traceId}/spans/${spanId}`);
  expect(detail.attributes).toMatchObject({
    text: 'Grüße, 世界 🌍\n"quoted"\u0000',
    empty: '',
    yes: true,
    zero: 0,
    fraction: 0.1,
    list: ['a', 1, [true], null],
    map: { inner: {} },
    none: null,
  });
  expect(detail).toMatchObject({
    timestamp_start: '2026-02-02T02:40:00.123456Z',
    duration_ms: 1000,
    events: [
      { name: 'thought', timestamp: '2026-02-02T02:40:00.223456Z' },
      { name: 'bare', attributes: {} },
    ],
    links: [{ trace_id: traceIdOf(1), span_id: spanIdOf(2) }],
    status_code: 'ERROR',
    status_message: 'it failed',
    event_count: 2,
    link_count: 1,
  });
});

test('64-bit integers keep all their digits', async () => {
  const { body } = await send(`${url}/traces/${traceId}/spans/${spanId}`);
  expect(body.toString()).toContain('9223372036854775807');
  expect(body.toString()).toContain('-9223372036854775808');
});

test('the same span in protobuf gives the same raw span', async () => {
  const answer = await postProtobuf(
    `${collector.url}/otel/protobuf`,
    jsonToWire(ExportTraceServiceRequest, body),
  );
  expect(answer.status).toBe(200);
  const stored = `${projectUrl(collector.url, 'protobuf')}/traces/${traceId}/spans/${spanId}`;
  expect((await read(SpanDetail, `${stored}?include_raw_span=true`)).raw_span).toEqual(whole);
});
