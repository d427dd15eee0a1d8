import { describe, expect, test } from 'vitest';
import { ProjectList, type Project } from '../contract/projects.ts';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TraceDetail, TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec, type SpanSpec } from '../testing/otlp.ts';
import { postJson, postProtobuf, store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const T0 = 1_770_000_000_000;
const traceId = traceIdOf(7);
const root: SpanSpec = {
  traceId,
  spanId: spanIdOf(1),
  name: 'root',
  start: T0,
  end: T0 + 1000,
  attributes: { 'session.id': 's1', 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'buyer' },
};
const call: SpanSpec = {
  traceId,
  spanId: spanIdOf(2),
  parentSpanId: root.spanId,
  name: 'chat gpt-4o',
  start: T0 + 100,
  end: T0 + 600,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.system': 'openai',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': 1000,
    'gen_ai.usage.output_tokens': 200,
  },
};
const traceOf = (project: string): Promise<TraceDetail> =>
  read(TraceDetail, `${projectUrl(collector.url, project)}/traces/${traceId}`);

/** Everything that is counted of a project. */
async function countsOf(project: string): Promise<unknown> {
  const url = projectUrl(collector.url, project);
  const { data: projects } = await read(ProjectList, `${collector.url}/api/v1/projects`);
  return {
    project: projects.find(({ project_id }: Project) => project_id === project),
    traces: await read(TracePage, `${url}/traces`),
    sessions: await read(SessionPage, `${url}/sessions`),
    spans: await read(SpanPage, `${url}/spans`),
  };
}

describe('the same request again', () => {
  const request: RequestSpec = { spans: [root, call] };

  test('changes no count, token or cost, over whatever way it comes', async () => {
    await store(collector.url, 'again', request);
    const once = await countsOf('again');
    expect(once).toMatchObject({
      project: { trace_count: 1, span_count: 2, session_count: 1 },
      traces: { data: [{ span_count: 2, total_tokens: 1200, llm_call_count: 1 }] },
      sessions: { data: [{ trace_count: 1, span_count: 2, total_tokens: 1200 }] },
    });
    await store(collector.url, 'again', request);
    await postJson(`${collector.url}/otel/again`, request);
    await callGrpc(collector.grpcAddress, traceBytes(request), { projectId: 'again' });
    expect(await countsOf('again')).toEqual(once);
  });

  test('counts once when the copies arrive together', async () => {
    const base = `${collector.url}/otel/together`;
    await Promise.all(Array.from({ length: 20 }, () => postProtobuf(base, request)));
    await store(collector.url, 'apart', request);
    const [together, apart] = await Promise.all(['together', 'apart'].map(traceOf));
    expect(together).toEqual(apart);
    expect(await countsOf('together')).toMatchObject({ project: { span_count: 2 } });
  });

  test('counts once when one request holds a span twice: the later one stays', async () => {
    await store(collector.url, 'twice', { spans: [root, call, { ...call, name: 'the later one' }] });
    const { spans, span_count, total_tokens } = await traceOf('twice');
    expect({ span_count, total_tokens }).toEqual({ span_count: 2, total_tokens: 1200 });
    expect(spans.map(({ span_name }) => span_name)).toEqual(['root', 'the later one']);
  });

  test('with other values replaces the stored span and all that was counted of it', async () => {
    const usage = { ...call.attributes, 'gen_ai.usage.input_tokens': 1, 'gen_ai.usage.output_tokens': 1 };
    const changed = { ...call, attributes: usage, status: { code: 2 } };
    await store(collector.url, 'replaced', request, { spans: [changed] });
    await store(collector.url, 'changed-at-once', { spans: [root, changed] });
    expect(await traceOf('replaced')).toEqual(await traceOf('changed-at-once'));
    expect(await traceOf('replaced')).toMatchObject({ total_tokens: 2, error_count: 1, has_error: true });
  });

  test('with another session takes the trace out of the old one', async () => {
    const moved = { ...root, attributes: { ...root.attributes, 'session.id': 's2' } };
    await store(collector.url, 'moved', request, { spans: [moved] });
    const { sessions } = (await countsOf('moved')) as { sessions: SessionPage };
    expect(sessions.data).toMatchObject([{ session_id: 's2', trace_count: 1, span_count: 2 }]);
  });
});

describe('the spans of one trace', () => {
  test('may come from several requests and services', async () => {
    await store(
      collector.url,
      'services',
      { resource: { 'service.name': 'frontend' }, spans: [root] },
      { resource: { 'service.name': 'backend' }, spans: [call] },
    );
    const { service_name, spans } = await traceOf('services');
    expect(service_name).toBe('frontend');
    expect(spans.map((span) => span.service_name)).toEqual(['frontend', 'backend']);
  });

  test('may arrive before their parent: the trace takes its name and its end from whatever has come', async () => {
    await store(collector.url, 'late', { spans: [call] });
    expect(await traceOf('late')).toMatchObject({
      trace_name: 'chat gpt-4o',
      is_complete: false,
      duration_ms: 500,
      session_id: null,
      spans: [{ depth: 0, parent_span_id: root.spanId }],
    });
    await store(collector.url, 'late', { spans: [root] });
    expect(await traceOf('late')).toMatchObject({
      trace_name: 'root',
      is_complete: true,
      duration_ms: 1000,
      session_id: 's1',
      spans: [{ depth: 0 }, { depth: 1 }],
    });
  });

  test('give the same trace in whatever order they come', async () => {
    await store(collector.url, 'forwards', { spans: [root] }, { spans: [call] });
    await store(collector.url, 'backwards', { spans: [call] }, { spans: [root] });
    expect(await traceOf('backwards')).toEqual(await traceOf('forwards'));
  });
});
