import { afterAll, beforeAll, expect, test } from 'vitest';
import { McpAssistant } from '../testing/mcp-client.ts';
import { keyValues, spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { LOG_TIME, logBytes } from '../testing/otlp-logs.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { MAX_CHARACTERS } from './text/bounds.ts';

const SPANS = 450;
const TURNS = 60;
/** Every piece of it is to be found once. */
const NUMBERS = Array.from({ length: 40_000 }, (_, i) => `${i}.`).join('');
/** A face lies on the border of the first answer. */
const LONG = `${NUMBERS.slice(0, MAX_CHARACTERS - 1)}😀${NUMBERS.slice(MAX_CHARACTERS)}`;

let collector: RunningCollector;
let assistant: McpAssistant;
beforeAll(async () => {
  collector = await startCollector();
  const messages = Array.from({ length: TURNS }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', content: `turn ${i} ${'word '.repeat(100)}` }],
  }));
  const root = { traceId: traceIdOf(1), spanId: spanIdOf(1), name: 'root' };
  await store(
    collector.url,
    'default',
    {
      spans: Array.from({ length: SPANS }, (_, i) =>
        i === 0
          ? root
          : {
              ...root,
              spanId: spanIdOf(i + 1),
              parentSpanId: spanIdOf(1),
              name: `step ${i}`,
              start: 1_770_000_000_000 + i,
            },
      ),
    },
    {
      spans: [
        {
          traceId: traceIdOf(2),
          spanId: spanIdOf(1),
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.input.messages': JSON.stringify(messages),
            'gen_ai.output.messages': JSON.stringify([
              { role: 'assistant', parts: [{ type: 'text', content: LONG }] },
            ]),
            long: LONG,
            faces: '😀😀',
          },
        },
      ],
    },
  );
  assistant = await McpAssistant.connect(collector.url, { isNewest: true });
});
afterAll(async () => {
  await assistant.close();
  await collector.stop();
});

test('a large trace is told in parts that have each span once', async () => {
  const seen: string[] = [];
  let from: number | undefined = 1;
  while (from !== undefined) {
    const text = await assistant.tell('get_trace', { trace_id: traceIdOf(1), from_span: from });
    seen.push(...text.split('\n').flatMap((line) => /^[0-9a-f]{16}/.exec(line) ?? []));
    const [, next] = /from_span=(\d+)/.exec(text) ?? [];
    from = next === undefined ? undefined : Number(next);
  }
  expect(seen).toEqual(Array.from({ length: SPANS }, (_, i) => spanIdOf(i + 1)));
});

test('a long conversation is told in parts that have each message once, none longer than was asked for', async () => {
  const numbers: number[] = [];
  let from: number | undefined = 1;
  while (from !== undefined) {
    const text: string = await assistant.tell('read_conversation', {
      trace_id: traceIdOf(2),
      from_message: from,
      max_characters: 3000,
      max_part_characters: 600,
    });
    expect(text.length).toBeLessThan(3300);
    numbers.push(...[...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number)));
    const [, next] = /from_message=(\d+)/.exec(text) ?? [];
    from = next === undefined ? undefined : Number(next);
  }
  expect(numbers).toEqual(Array.from({ length: TURNS + 1 }, (_, i) => i + 1));
});

test('a message that has no room is cut, and says so', async () => {
  const text = await assistant.tell('read_conversation', {
    trace_id: traceIdOf(2),
    from_message: TURNS + 1,
    max_characters: 2000,
    max_part_characters: MAX_CHARACTERS,
  });
  expect(text).toMatch(/cut off after 2000 of \d+ characters/);
  expect(text.length).toBeLessThan(2300);
});

test('a tree of long lines ends after the last that has room, and says where to go on', async () => {
  const name = 'step '.repeat(35);
  const status = { code: 2, message: `${'boom '.repeat(35)}x` };
  const span = { traceId: traceIdOf(3), name, status };
  const spans = Array.from({ length: 200 }, (_, i) => ({ ...span, spanId: spanIdOf(i + 1) }));
  await store(collector.url, 'long', { spans });
  const first = await assistant.tell('get_trace', { project_id: 'long', trace_id: traceIdOf(3) });
  expect(first.length).toBeLessThan(MAX_CHARACTERS + 500);
  const told = first.split('\n').filter((line) => /^[0-9a-f]{16} .*boom x$/.test(line)).length;
  expect(first).toMatch(new RegExp(`\n… ${200 - told} more spans: get_trace with from_span=${told + 1}$`));
});

test('a span of many events is read to its end in parts', async () => {
  const events = Array.from({ length: 1000 }, (_, i) => ({ name: `chunk ${i}.` }));
  await store(collector.url, 'long', {
    spans: [{ traceId: traceIdOf(4), spanId: spanIdOf(1), events }],
  });
  let whole = '';
  let from: number | undefined = 1;
  while (from !== undefined) {
    const at = { project_id: 'long', trace_id: traceIdOf(4), span_id: spanIdOf(1), from_character: from };
    const text: string = await assistant.tell('get_span', at);
    const [note, next] = /\n\n… cut off .* from_character=(\d+),.*$/.exec(text) ?? [''];
    whole += text.slice(0, text.length - note.length);
    from = next === undefined ? undefined : Number(next);
  }
  expect((JSON.parse(whole) as { events: unknown }).events).toMatchObject(events);
});

test('values are cut in the whole of a span, and one of them is read to its end in parts', async () => {
  const at = { trace_id: traceIdOf(2), span_id: spanIdOf(1) };
  const whole = JSON.parse(await assistant.tell('get_span', at)) as { attributes: { long: string } };
  expect(whole.attributes.long).toBe(`${LONG.slice(0, 1000)}… (${LONG.length - 1000} more characters)`);
  let value = '';
  let from: number | undefined = 1;
  while (from !== undefined) {
    const text: string = await assistant.tell('get_span', { ...at, attribute: 'long', from_character: from });
    const [note, next] = /\n\n… cut off .* from_character=(\d+)$/.exec(text) ?? [''];
    value += text.slice(0, text.length - note.length);
    from = next === undefined ? undefined : Number(next);
  }
  expect(value).toBe(LONG);
});

test('a long log record of no span is read to its end by asking for more of each value', async () => {
  const body = 'word '.repeat(1000);
  await storeSignal(collector.url, 'logs', 'logs', logBytes({ logs: [{ body, severity: 17 }] }));
  const of = { project_id: 'logs', limit: 1 };
  expect(await assistant.tell('list_logs', of)).toContain('… (4500 more characters)');
  const [, row] = (await assistant.tell('list_logs', { ...of, max_value_characters: 5000 })).split('\n');
  expect(JSON.parse(row!)).toMatchObject({ body, severity_number: 17 });
});

test('a cut inside a surrogate pair leaves no half of it, which the interfaces of models refuse', async () => {
  const at = { trace_id: traceIdOf(2), span_id: spanIdOf(1) };
  expect(await assistant.tell('get_span', { ...at, attribute: 'faces', from_character: 2 })).toBe('\ufffd😀');
});

test('a page of long rows ends after the last that has room, and says which page goes on without leaving any out', async () => {
  // The newest are short: a page of them has room for more than one of the others.
  const logs = Array.from({ length: 230 }, (_, i) => ({
    body: `record ${i} ${'x'.repeat(i < 130 ? 900 : 500)}`,
    time: LOG_TIME + BigInt(i),
  }));
  await storeSignal(collector.url, 'long-logs', 'logs', logBytes({ logs }));
  const told = new Set<string>();
  let at: Record<string, number> | undefined = { page: 1, limit: 100 };
  while (at !== undefined) {
    const text: string = await assistant.tell('list_logs', {
      project_id: 'long-logs',
      max_value_characters: 1000,
      ...at,
    });
    expect(text.length).toBeLessThan(MAX_CHARACTERS + 500);
    const [head, ...lines] = text.split('\n');
    const rows = lines.filter((line) => line.startsWith('{'));
    for (const row of rows) told.add(/^record \d+/.exec((JSON.parse(row) as { body: string }).body)![0]);
    const [, limit, page] = /go on with limit=(\d+) and page=(\d+)$/.exec(lines.at(-1)!) ?? [];
    const [, first, last] = /^Log records (\d+) to (\d+) of 230\b/.exec(head!)!.map(Number);
    expect(last! - first! + 1).toBe(rows.length);
    if (limit !== undefined) at = { limit: Number(limit), page: Number(page) };
    else at = last === logs.length ? undefined : { ...at, page: at['page']! + 1 };
  }
  expect(told.size).toBe(logs.length);
});

test('a metric of many series ends after the last line that has room, and says how many there are', async () => {
  const dataPoints = Array.from({ length: 500 }, (_, i) => ({
    timeUnixNano: metricTime(1),
    asInt: i,
    attributes: keyValues({ route: `${i} ${'x'.repeat(150)}` }),
  }));
  const metrics = [{ name: 'calls', gauge: { dataPoints } }];
  await storeSignal(collector.url, 'series', 'metrics', metricBytes(metrics));
  const text = await assistant.tell('get_metric', { project_id: 'series', name: 'calls' });
  expect(text.length).toBeLessThan(MAX_CHARACTERS + 500);
  const [, left] = /\n\n… (\d+) more lines: lower max_points/.exec(text)!;
  const lines = text.slice(0, text.lastIndexOf('\n\n…')).split('\n');
  // The head, and of each series an empty line, its attributes and its point.
  expect(lines.length + Number(left)).toBe(1 + 500 * 3);
  for (const line of lines.slice(1))
    expect(line).toMatch(/^$|^shop \{"route":"\d+ x{150}"\}$|^2026-.*Z \d+$/);
});

test('what is past the end is told as such', async () => {
  const at = { trace_id: traceIdOf(2), span_id: spanIdOf(1) };
  expect(await assistant.tell('get_trace', { trace_id: traceIdOf(1), from_span: SPANS + 1 })).toBe(
    `It has ${SPANS} spans, and no span ${SPANS + 1}.`,
  );
  expect(await assistant.tell('read_conversation', { trace_id: traceIdOf(2), from_message: 1000 })).toBe(
    `It has ${TURNS + 1} messages, and no message 1000.`,
  );
  const value = await assistant.ask('get_span', {
    ...at,
    attribute: 'long',
    from_character: LONG.length + 1,
  });
  expect(value).toEqual({ isError: true, text: `"long" has ${LONG.length} characters` });
});

test('whatever is asked for, no answer is much longer than an assistant takes', async () => {
  const at = { trace_id: traceIdOf(2), span_id: spanIdOf(1) };
  const answers = [
    await assistant.tell('get_span', { ...at, max_value_characters: MAX_CHARACTERS }),
    await assistant.tell('list_spans', { limit: 100 }),
    await assistant.tell('read_conversation', {
      trace_id: traceIdOf(2),
      max_characters: MAX_CHARACTERS,
      max_part_characters: MAX_CHARACTERS,
    }),
  ];
  for (const text of answers) expect(text.length).toBeLessThan(MAX_CHARACTERS + 500);
});
