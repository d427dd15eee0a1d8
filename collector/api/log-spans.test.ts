import { describe, expect, test } from 'vitest';
import { IngestRequestList } from '../contract/ingest-requests.ts';
import { LogPage } from '../contract/logs.ts';
import { Conversation } from '../contract/messages.ts';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { linesOf } from '../messages/testing/build-span.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { logBytes, type LogSpec } from '../testing/otlp-logs.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

/* What the two programs log of a turn where they do not trace: the records name no trace, only their session. */
const START = 1_770_000_000_000n;
type Values = Readonly<Record<string, PlainValue>>;

const claude = (event: string, afterMs: bigint, attributes: Values = {}, prompt = 'p-1'): LogSpec => ({
  time: (START + afterMs) * 1_000_000n,
  body: `claude_code.${event}`,
  attributes: {
    'event.name': event,
    'session.id': 's-1',
    'user.id': 'u-1',
    ...(prompt === '' ? {} : { 'prompt.id': prompt }),
    ...attributes,
  },
});
const request = { model: 'claude-sonnet-4-5', query_source: 'sdk', request_id: 'req' };
const TURN = [
  claude('managed_settings_resolved', 0n, {}, ''),
  claude('user_prompt', 1n, { prompt: 'Rain?', prompt_length: 5 }),
  claude('api_request', 900n, {
    ...request,
    duration_ms: 800,
    input_tokens: 10,
    output_tokens: 5,
    cache_read_tokens: 80,
    cache_creation_tokens: 0,
    cost_usd: 0.25,
  }),
  claude('tool_decision', 950n, { tool_use_id: 't1', decision: 'accept' }),
  claude('tool_result', 1400n, {
    tool_name: 'mcp_tool',
    tool_use_id: 't1',
    tool_parameters: '{"mcp_server_name":"weather","mcp_tool_name":"rain"}',
    tool_input: '{"city":"Rome"}',
    success: 'true',
    duration_ms: 400,
  }),
  claude('api_request', 2000n, {
    ...request,
    duration_ms: 500,
    input_tokens: 20,
    output_tokens: 7,
    cost_usd: 0.5,
  }),
  claude('assistant_response', 2000n, { response: `Yes.${' Very.'.repeat(200)}`, request_id: 'req' }),
];

const keep = (project: string, logs: readonly LogSpec[], scope = 'com.anthropic.claude_code.events') =>
  storeSignal(
    collector.url,
    project,
    'logs',
    logBytes({ resource: { 'service.name': 'claude-code' }, scope: { name: scope }, logs }),
  );

async function look(project: string) {
  const url = projectUrl(collector.url, project);
  const { data: traces } = await read(TracePage, `${url}/traces`);
  const [trace] = traces;
  const id = trace?.trace_id ?? '';
  const { data: spans } = await read(SpanPage, `${url}/spans`);
  return { url, traces, trace, id, spans: spans.toSorted((a, b) => (a.span_name < b.span_name ? -1 : 1)) };
}

describe('a turn of Claude Code that is only logged', () => {
  test('is a trace of its session, with its calls, tokens and cost', async () => {
    await keep('turn', TURN);
    const { url, traces, trace, spans } = await look('turn');
    expect(traces).toHaveLength(1);
    expect(trace).toMatchObject({
      session_id: 's-1',
      user_id: 'u-1',
      span_count: 5,
      total_tokens: 122,
      total_cost: 0.75,
      input_preview: 'Rain?',
      has_error: false,
    });
    expect(spans.map((span) => [span.span_name, span.span_category, span.duration_ms])).toEqual([
      ['claude_code.assistant_response', 'chain', 0],
      ['claude_code.interaction', 'agent', 0],
      ['claude_code.llm_request', 'llm', expect.any(Number)],
      ['claude_code.llm_request', 'llm', expect.any(Number)],
      ['claude_code.tool', 'tool', 400],
    ]);
    expect(spans.map(({ framework }) => framework)).toEqual(Array.from({ length: 5 }, () => 'claude-code'));
    expect(spans.map(({ duration_ms: took }) => took).toSorted((a, b) => a - b)).toEqual([
      0, 0, 400, 500, 800,
    ]);
    expect(spans.at(-1)?.tool_name).toBe('mcp__weather__rain');
    const root = spans.find((span) => span.span_category === 'agent');
    expect(spans.filter((span) => span.parent_span_id === root?.span_id)).toHaveLength(4);
    const { data: sessions } = await read(SessionPage, `${url}/sessions`);
    expect(sessions).toMatchObject([{ session_id: 's-1', total_tokens: 122 }]);
  });

  test('has its conversation from the records, which belong to its spans', async () => {
    await keep('talk', TURN);
    const { url, id, spans } = await look('talk');
    const told = await read(Conversation, `${url}/traces/${id}/messages`);
    expect(linesOf(told).map((line) => line.slice(0, 60))).toEqual([
      'user: Rain?',
      'assistant: mcp__weather__rain({"city":"Rome"})#t1',
      `assistant: Yes.${' Very.'.repeat(200)}`.slice(0, 60),
    ]);
    const { data: logs } = await read(LogPage, `${url}/logs`);
    expect(logs).toHaveLength(TURN.length);
    const byName = Map.groupBy(logs, ({ event_name: name }) => name);
    expect(byName.get('managed_settings_resolved')).toMatchObject([{ trace_id: null, span_id: null }]);
    const tool = spans.find((span) => span.span_category === 'tool');
    const root = spans.find((span) => span.span_category === 'agent');
    expect(byName.get('tool_result')).toMatchObject([{ trace_id: id, span_id: tool?.span_id }]);
    expect(byName.get('tool_decision')).toMatchObject([{ trace_id: id, span_id: root?.span_id }]);
  });

  test('is the same however often and in whatever pieces it comes', async () => {
    await keep('whole', TURN);
    await keep('pieces', TURN);
    await keep('pieces', TURN);
    for (const log of TURN.toReversed()) await keep('one', [log]);
    await keep('one', TURN.slice(2));
    const seen = async (project: string) => {
      const { url, traces, spans, id } = await look(project);
      const { messages } = await read(Conversation, `${url}/traces/${id}/messages`);
      const { data: logs } = await read(LogPage, `${url}/logs`);
      return {
        totals: traces.map(({ trace_id, span_count, total_tokens, total_cost }) => [
          trace_id,
          span_count,
          total_tokens,
          total_cost,
        ]),
        spans: spans
          .map(({ span_id, parent_span_id, duration_ms }) => `${span_id} ${parent_span_id} ${duration_ms}`)
          .toSorted(),
        lines: linesOf({ messages }),
        logs: logs.length,
      };
    };
    const whole = await seen('whole');
    expect(await seen('pieces')).toEqual(whole);
    expect(await seen('one')).toEqual(whole);
  });

  test('counts as the log records that came', async () => {
    await keep('counted', TURN);
    const { data } = await read(IngestRequestList, `${collector.url}/api/v1/ingest/requests`);
    expect(data.find(({ project }) => project === 'counted')).toMatchObject({
      signal: 'logs',
      spans: TURN.length,
      rejected: 0,
    });
  });

  test('may fail', async () => {
    await keep('failed', [
      claude('user_prompt', 1n, { prompt: '<REDACTED>' }),
      claude('api_error', 700n, { ...request, error: 'overloaded', status_code: 529, duration_ms: 600 }),
      claude('tool_result', 900n, {
        tool_name: 'Bash',
        tool_use_id: 't1',
        success: 'false',
        error: 'denied',
      }),
    ]);
    const { trace, spans } = await look('failed');
    expect(trace).toMatchObject({ has_error: true, input_preview: null });
    expect(spans.map((span) => [span.span_name, span.status_message])).toEqual([
      ['claude_code.interaction', null],
      ['claude_code.llm_request', 'overloaded'],
      ['claude_code.tool', 'denied'],
    ]);
  });

  test('that names a trace is left as it is', async () => {
    const traced = TURN.slice(1).map((log) => ({ ...log, traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }));
    await keep('traced', traced);
    const { traces, url } = await look('traced');
    expect(traces).toEqual([]);
    const { data: logs } = await read(LogPage, `${url}/logs`);
    expect(new Set(logs.map(({ trace_id: id }) => id))).toEqual(new Set(['a'.repeat(32)]));
  });
});

test("a conversation of Codex's that is only logged is one trace", async () => {
  const codex = (event: string, afterMs: bigint, attributes: Values = {}): LogSpec => ({
    time: (START + afterMs) * 1_000_000n,
    attributes: { 'event.name': `codex.${event}`, 'conversation.id': 'c-1', model: 'gpt-5', ...attributes },
  });
  await keep(
    'codex',
    [
      codex('conversation_starts', 0n),
      codex('user_prompt', 10n, { prompt: 'List.' }),
      codex('api_request', 300n, { duration_ms: '280', 'http.response.status_code': 200 }),
      codex('sse_event', 400n, { 'event.kind': 'response.output_item.done', duration_ms: '3' }),
      codex('sse_event', 500n, {
        'event.kind': 'response.completed',
        input_token_count: '1000',
        cached_token_count: 600,
        output_token_count: '90',
        reasoning_token_count: 60,
        tool_token_count: '1090',
      }),
      codex('tool_result', 900n, {
        tool_name: 'shell',
        call_id: 't1',
        arguments: '{"cmd":"ls"}',
        output: 'a.txt',
        success: 'true',
        duration_ms: '350',
      }),
    ],
    'opentelemetry-appender-tracing',
  );
  const { trace, spans, url, id } = await look('codex');
  expect(trace).toMatchObject({ session_id: 'c-1', total_tokens: 1090, input_preview: 'List.' });
  expect(
    spans.map((span) => [
      span.span_name,
      span.span_category,
      span.model,
      span.parent_span_id,
      span.framework,
    ]),
  ).toEqual([
    ['codex.response', 'llm', 'gpt-5', null, 'codex'],
    ['codex.tool_result', 'tool', 'gpt-5', null, 'codex'],
    ['codex.user_prompt', 'agent', 'gpt-5', null, 'codex'],
  ]);
  expect(spans[0]).toMatchObject({ cache_read_tokens: 600, reasoning_tokens: 60 });
  const told = await read(Conversation, `${url}/traces/${id}/messages`);
  expect(linesOf(told)).toEqual(['user: List.', 'assistant: shell({"cmd":"ls"})#t1', 'tool: "a.txt"#t1']);
});

test("a request of Codex's that was refused is a span of its trace, whose own spans do not say so", async () => {
  const traceId = traceIdOf(77);
  const own = (id: number, parent: number | null, name: string, attributes: Values = {}) => ({
    traceId,
    spanId: spanIdOf(id),
    start: Number(START),
    name,
    attributes,
    ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
  });
  const spans = [
    own(1, null, 'session_task.turn', { model: 'gpt-5', 'codex.turn.token_usage.input_tokens': 0 }),
    own(2, 1, 'try_run_sampling_request', { model: 'gpt-5' }),
    own(3, 2, 'stream_responses_api'),
  ];
  const said = (id: number, event: string, attributes: Values): LogSpec => ({
    time: START * 1_000_000n,
    traceId,
    spanId: spanIdOf(id),
    attributes: { 'event.name': `codex.${event}`, 'conversation.id': 'c-2', model: 'gpt-5', ...attributes },
  });
  const refused = { 'http.response.status_code': 400, 'error.message': 'http 400', duration_ms: '17' };
  const logs = [said(1, 'user_prompt', { prompt: 'Rain?' }), said(3, 'api_request', refused)];
  await store(collector.url, 'refused', { scope: { name: 'codex_exec' }, spans });
  for (let twice = 0; twice < 2; twice++) await keep('refused', logs, 'codex_otel.log_only');
  const { trace, url, id } = await look('refused');
  expect(trace).toMatchObject({
    span_count: 4,
    llm_call_count: 1,
    total_tokens: 0,
    error_count: 1,
    error_preview: 'http 400',
  });
  const told = await read(Conversation, `${url}/traces/${id}/messages`);
  expect(linesOf(told)).toEqual(['user: Rain?', 'assistant: null! http 400']);
});
