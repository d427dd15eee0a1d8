import { beforeAll, describe, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { LogPage } from '../contract/logs.ts';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { remove } from '../testing/deleting.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { JSON_TYPE, store, storeSignal } from '../testing/otlp-client.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { searchCaughtUp, talk } from '../testing/search-store.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';

const collector = sharedCollector();
let base: string;

/** A model call of trace `trace`; the first span of each is its agent's. */
const call = (
  trace: number,
  n: number,
  input: readonly string[],
  output: readonly string[] = [],
): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(trace * 16 + n),
  ...(n === 1 ? {} : { parentSpanId: spanIdOf(trace * 16 + 1) }),
  name: n === 1 ? 'invoke_agent planner' : 'chat',
  start: 1_770_000_000_000 + trace * 1000 + n,
  attributes: {
    ...talk(input, output),
    'session.id': trace < 3 ? 'trip-to-france' : `session-${trace}`,
    'user.id': `user-${trace}`,
    'gen_ai.request.model': trace === 2 ? 'claude-sonnet-4-5' : 'gpt-4o-mini',
  },
});
const tool: SpanSpec = {
  traceId: traceIdOf(1),
  spanId: spanIdOf(0x1f),
  parentSpanId: spanIdOf(0x11),
  name: 'execute_tool get_weather',
  start: 1_770_000_001_900,
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_weather',
    'gen_ai.tool.call.id': 'call_Zx81Qp',
    'gen_ai.tool.call.arguments': JSON.stringify({ city: 'Lyon', note: 'first line\nsecond line' }),
    'gen_ai.tool.call.result': JSON.stringify({ sky: 'overcast', celsius: 21 }),
  },
};

beforeAll(async () => {
  base = projectUrl(collector.url);
  const history = ['Plan a holiday in Paris, please'];
  await store(
    collector.url,
    'default',
    { spans: [call(1, 1, history), call(1, 2, history, ['Which Café do you like?']), tool] },
    { spans: [call(2, 1, ['Book the train to Marseille'], ['Done: seat 12A, coach 4'])] },
    { spans: [call(3, 1, ['東京の天気を教えて'], ['晴れです'])] },
    { spans: [call(4, 1, ['Paris, Texas is a film'], ['by Wim Wenders'])] },
  );
  await store(collector.url, 'other', { spans: [call(5, 1, ['Paris of another project'])] });
  await searchCaughtUp(collector.url);
});

const query = (search: string, more = ''): string => `search=${encodeURIComponent(search)}${more}`;
const traces = async (search: string, more?: string): Promise<number[]> => {
  const { data, meta } = await read(TracePage, `${base}/traces?${query(search, more)}`);
  if (more === undefined) expect(meta.total_items).toBe(data.length);
  return data.map(({ trace_id }) => Number.parseInt(trace_id, 16)).toSorted((a, b) => a - b);
};
const spans = async (search: string, more?: string): Promise<string[]> => {
  const { data } = await read(SpanPage, `${base}/spans?${query(search, more)}`);
  return data.map(({ span_id }) => span_id).toSorted();
};
const sessions = async (search: string): Promise<string[]> => {
  const { data } = await read(SessionPage, `${base}/sessions?${query(search)}`);
  return data.map(({ session_id }) => session_id).toSorted();
};

describe('what is found', () => {
  test.for<[string, number[]]>([
    ['Paris', [1, 4]],
    ['PARIS texas', [4]],
    ['holi', [1]],
    ['holi Paris', []],
    ['"holiday in Paris"', [1]],
    ['"Paris holiday"', []],
    ['paris -texas', [1]],
    ['-paris', [2, 3]],
    // Of a trace each word may stand in another message.
    ['Marseille coach', [2]],
    ['cafe', [1]],
    ['東京', [3]],
    ['天気', [3]],
    ['京東', []],
    ['celsius', [1]],
    ['second', [1]],
    ['nothing-like-it', []],
  ])('of traces by the text of messages: %s', async ([search, found]) => {
    expect(await traces(search)).toEqual(found);
  });

  test.for<[string, number[]]>([
    ['invoke_agent', [1, 2, 3, 4]],
    ['get_weather', [1]],
    ['gpt-4o-mini', [1, 3, 4]],
    ['claude', [2]],
    ['user-3', [3]],
    ['session-4', [4]],
    ['trip-to-france', [1, 2]],
    ['call_Zx81Qp', [1]],
    ['call_zx8', [1]],
    [traceIdOf(2), [2]],
    [traceIdOf(2).toUpperCase().slice(0, 31), [1, 2, 3, 4]],
    [spanIdOf(0x1f), [1]],
  ])('by names and ids: %s', async ([search, found]) => {
    expect(await traces(search)).toEqual(found);
  });

  test('of spans those that tell a text first, by names and ids all that have them', async () => {
    expect(await spans('holiday')).toEqual([spanIdOf(0x11)]);
    expect(await spans('café')).toEqual([spanIdOf(0x12)]);
    expect(await spans('overcast')).toEqual([spanIdOf(0x1f)]);
    expect(await spans('paris celsius')).toEqual([]);
    expect(await spans(traceIdOf(1))).toEqual([0x11, 0x12, 0x1f].map(spanIdOf));
    expect(await spans('-chat -planner')).toEqual([spanIdOf(0x1f)]);
  });

  test('of sessions those of which a trace has it, each word maybe another', async () => {
    expect(await sessions('holiday')).toEqual(['trip-to-france']);
    expect(await sessions('holiday marseille')).toEqual(['trip-to-france']);
    expect(await sessions('holiday -marseille')).toEqual([]);
    expect(await sessions('gpt-4o-mini')).toEqual(['session-3', 'session-4', 'trip-to-france']);
  });

  test('together with filters, order and pages', async () => {
    expect(await traces('paris', '&model=gpt-4o-mini&user_id=user-4')).toEqual([4]);
    expect(await spans('paris', `&trace_id=${traceIdOf(4)}`)).toEqual([spanIdOf(0x41)]);
    const { data, meta } = await read(
      TracePage,
      `${base}/traces?${query('planner', '&order_by=start_time:asc&limit=2&page=2')}`,
    );
    expect(data.map(({ trace_id }) => trace_id)).toEqual([3, 4].map(traceIdOf));
    expect(meta).toEqual({ page: 2, limit: 2, total_items: 4, total_pages: 2 });
  });

  test('in its own project only', async () => {
    const { data } = await read(TracePage, `${projectUrl(collector.url, 'other')}/traces?search=paris`);
    expect(data.map(({ trace_id }) => trace_id)).toEqual([traceIdOf(5)]);
    const { meta } = await read(TracePage, `${projectUrl(collector.url, 'nobody')}/traces?search=paris`);
    expect(meta.total_items).toBe(0);
  });
});

describe('whatever is typed is answered', () => {
  test('nothing typed is no search', async () => {
    expect(await traces('')).toEqual([1, 2, 3, 4]);
    expect(await traces('   ')).toEqual([1, 2, 3, 4]);
  });

  test.for(['---', '"', '""', '*', '(', '\u{1f389}', '\0', '-', 'NEAR('])(
    'no word finds nothing that it is not: %j',
    async (text) => {
      expect(await traces(text)).toEqual([]);
    },
  );

  test.for([
    'paris OR nonsense',
    'paris AND -',
    "paris' OR 1=1 --",
    'text:paris',
    'pa*ris',
    '{paris texas}',
    'paris\0texas',
  ])('words of the query language are words: %j', async (text) => {
    expect([1, 4]).toEqual(expect.arrayContaining(await traces(text)));
    expect(await spans(text)).not.toContain(spanIdOf(0x21));
    expect(await sessions(text)).not.toContain('session-3');
  });

  test.for(['traces', 'spans', 'sessions'])('too much is VALIDATION_ERROR: %s', async (list) => {
    for (const text of ['x'.repeat(20_000), Array.from({ length: 33 }, (_, i) => `w${i}`).join(' ')]) {
      const { status, code, message } = await readError(`${base}/${list}?${query(text)}`);
      expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(message).toContain('search');
    }
  });
});

describe('what changes', () => {
  test('a replaced span is found by what it says now', async () => {
    await store(collector.url, 'changing', { spans: [call(6, 1, ['zebra crossing'])] });
    await searchCaughtUp(collector.url);
    await store(collector.url, 'changing', { spans: [call(6, 1, ['giraffe house'])] });
    await searchCaughtUp(collector.url);
    const url = projectUrl(collector.url, 'changing');
    expect((await read(TracePage, `${url}/traces?search=zebra`)).meta.total_items).toBe(0);
    expect((await read(TracePage, `${url}/traces?search=giraffe`)).meta.total_items).toBe(1);
  });

  test('a deleted trace is not found, and one that comes anew under its id is', async () => {
    await store(collector.url, 'deleting', { spans: [call(7, 1, ['walrus']), call(7, 2, ['walrus'])] });
    await searchCaughtUp(collector.url);
    const url = projectUrl(collector.url, 'deleting');
    expect((await remove(`${url}/traces/${traceIdOf(7)}`)).status).toBe(204);
    expect((await read(SpanPage, `${url}/spans?search=walrus`)).meta.total_items).toBe(0);
    await store(collector.url, 'deleting', { spans: [call(7, 1, ['otter'])] });
    await searchCaughtUp(collector.url);
    expect((await read(SpanPage, `${url}/spans?search=walrus`)).meta.total_items).toBe(0);
    expect((await read(SpanPage, `${url}/spans?search=otter`)).meta.total_items).toBe(1);
  });

  test('words that come later, in log records, find their span', async () => {
    await store(collector.url, 'logging', { spans: [call(8, 1, [])] });
    await searchCaughtUp(collector.url);
    const record = {
      traceId: traceIdOf(8),
      spanId: spanIdOf(0x81),
      eventName: 'gen_ai.user.message',
      body: { content: 'a platypus in a log record' },
    };
    await storeSignal(collector.url, 'logging', 'logs', logBytes({ logs: [record] }));
    await searchCaughtUp(collector.url);
    const url = projectUrl(collector.url, 'logging');
    expect((await read(SpanPage, `${url}/spans?search=platypus`)).meta.total_items).toBe(1);
    expect((await read(LogPage, `${url}/logs?search=platyp`)).meta.total_items).toBe(1);
  });

  test('words of records without a name that come later find their span, an application’s lines have nobody read it again', async () => {
    const said = { role: 'user', content: 'where do penguins live' };
    const records = [
      // As AutoGen writes it.
      { body: JSON.stringify({ messages: [said], response: {} }).replace('{', '{"type": "LLMCall",') },
      { attributes: { 'gen_ai.input.messages': JSON.stringify([said]) } },
      { body: 'GET /penguins 200' },
    ];
    const url = projectUrl(collector.url, 'nameless');
    await store(collector.url, 'nameless', { spans: records.map((_, i) => call(20 + i, 1, [])) });
    await searchCaughtUp(collector.url);
    const logs = records.map((record, i) => ({
      ...record,
      traceId: traceIdOf(20 + i),
      spanId: spanIdOf((20 + i) * 16 + 1),
    }));
    await storeSignal(collector.url, 'nameless', 'logs', logBytes({ logs: logs.slice(2) }));
    const { search } = await read(Health, `${collector.url}/api/v1/health`);
    expect(search.behind_spans).toBe(0);
    await storeSignal(collector.url, 'nameless', 'logs', logBytes({ logs: logs.slice(0, 2) }));
    await searchCaughtUp(collector.url);
    const { data } = await read(SpanPage, `${url}/spans?search=penguins`);
    expect(data.map(({ trace_id }) => trace_id).toSorted()).toEqual([traceIdOf(20), traceIdOf(21)]);
  });
});

test('health says how many spans are behind, and switched off none is indexed until it is on again', async () => {
  const off = await startCollector({ configure: (config) => (config.otel.search.enabled = false) });
  try {
    await store(off.url, 'default', { spans: [call(1, 1, ['paris']), call(2, 1, ['paris'])] });
    expect((await read(Health, `${off.url}/api/v1/health`)).search).toEqual({ behind_spans: 2 });
    const url = `${projectUrl(off.url)}/traces?search=paris`;
    expect((await read(TracePage, url)).meta.total_items).toBe(0);
    const body = JSON.stringify({ otel: { search: { enabled: true } } });
    const answer = await send(`${off.url}/api/v1/settings`, { method: 'PATCH', headers: JSON_TYPE, body });
    expect(answer.status).toBe(200);
    await searchCaughtUp(off.url);
    expect((await read(TracePage, url)).meta.total_items).toBe(2);
  } finally {
    await off.stop();
  }
});
