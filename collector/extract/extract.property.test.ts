import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttributeValue } from '../decode/records.ts';
import { createExtractor } from './extract.ts';
import type { SpanFields } from './fields.ts';
import { type SpanSketch, spanInput } from './fixtures/span-input.ts';
import { FRAMEWORKS } from './registry.ts';

const KEYS = [
  ...FRAMEWORKS.flatMap((row) => row.keys ?? []).map((key) => key.replace('*', 'x')),
  'gen_ai.operation.name',
  'gen_ai.request.model',
  'gen_ai.response.model',
  'gen_ai.provider.name',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.total_tokens',
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cost',
  'gen_ai.response.finish_reasons',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.server.time_to_first_token',
  'gen_ai.tool.name',
  'gen_ai.tool.call.arguments',
  'gen_ai.agent.name',
  'ai.operationId',
  'ai.model.id',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.response.text',
  'ai.response.providerMetadata',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
  'ai.usage.completionTokens',
  'ai.telemetry.metadata.x',
  'ai.telemetry.metadata.__proto__',
  'ai.values',
  'ai.response.msToFirstChunk',
  'openinference.span.kind',
  'llm.model_name',
  'llm.invocation_parameters',
  'llm.token_count.prompt',
  'llm.token_count.prompt_details.cache_read',
  'llm.input_messages.0.message.role',
  'llm.input_messages.0.message.content',
  'llm.cost.total',
  'llm.output_messages.0.message.role',
  'input.value',
  'output.value',
  'metadata',
  'tag.tags',
  'session.id',
  'user.id',
  'error.type',
  'deployment.environment',
  'logfire.span_type',
  'http.method',
  'db.system',
  'mcp.method.name',
  'anthropic.message.stop_reason',
  'service.name',
  'gen_ai.prompt.0.role',
  'gen_ai.prompt.0.content',
  'gen_ai.completion.0.content',
  'gen_ai.completion.0.finish_reason',
  'traceloop.span.kind',
  'traceloop.entity.name',
  'traceloop.entity.output',
  'traceloop.association.properties.x',
  'langsmith.span.kind',
  'langsmith.span.tags',
  'langsmith.usage_metadata',
  'langsmith.metadata.x',
  'request_data',
  'response_data',
  'events',
  'all_messages_events',
  'final_result',
  'mlflow.spanType',
  'mlflow.spanInputs',
  'mlflow.spanOutputs',
  'mlflow.chat.tokenUsage',
  'mlflow.llm.cost',
  'mlflow.llm.model',
  'mlflow.trace.session',
  'crew_key',
  'messaging.operation',
  'gcp.vertex.agent.llm_request',
  'gcp.vertex.agent.llm_response',
  'gcp.vertex.agent.tool_response',
  'gen_ai.usage.experimental.reasoning_tokens',
  'gen_ai.usage.reasoning_tokens',
  'langfuse.observation.type',
  'langfuse.observation.usage_details',
  'langfuse.observation.cost_details',
  'langfuse.observation.completion_start_time',
  'langfuse.observation.level',
  'langfuse.trace.metadata.x',
  'mastra.span.type',
  'mastra.model_step.output',
  'mastra.completion_start_time',
  'mastra.metadata.x',
  'genkit:metadata:subtype',
  'genkit:name',
  'genkit:output',
  'genkit:state',
  'span.type',
  'success',
  'input_tokens',
  'cache_read_tokens',
  'user_prompt',
  'tool_input',
  'codex.turn.token_usage.input_tokens',
  'codex.usage.total_tokens',
  'tool_name',
  'call_id',
  'model',
  'copilot_chat.time_to_first_token',
];
const WORDS = [
  'chat',
  'embeddings',
  'constructor',
  '__proto__',
  'LLM',
  'TOOL',
  'ai.generateText.doGenerate',
  'gpt-4o-mini',
  'claude-sonnet-4-5',
  'openai',
  'user',
  'assistant',
  '[{"role":"user","content":"Hi"}]',
  '[{"role":"assistant","parts":[{"text":"😀"}]}',
  '{"messages":[',
  '{"anthropic":{"usage":{}}}',
  '[[[[',
  '1e400',
  'tool',
  '"LLM"',
  '[["user","😀"]]',
  '{"usage":{"input_tokens":1e13,"total_cost":-1}}',
  '{"input_tokens":5,"total_cost":1e308,"input_token_details":{"cache_read":9}}',
  '-5',
  'NaN',
  'execute_tool',
  'generation',
  'model_step',
  'model_generation',
  'llm_request',
  '{"usageMetadata":{"promptTokenCount":1e400,"thoughtsTokenCount":-1}}',
  '{"input":5,"input_cached_tokens":1e300,"total":1,"x_details":{"y":2}}',
  '{"usage":{"outputTokens":3,"thoughtsTokens":9},"finishReason":"stop"}',
  '2025-11-24T16:00:00Z',
];
const text = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.string({ unit: fc.constantFrom('😀', 'a'), minLength: 150, maxLength: 250 }),
);
const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double(),
    fc.nat(1000).map(BigInt),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
}));
const values = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, fc.string()), value), {
    maxLength: 20,
  })
  .map((entries) => Object.fromEntries(entries));
const scope = fc.constantFrom('ai', 'gen_ai', 'app', '', ...FRAMEWORKS.flatMap((row) => row.scopes ?? []));
const eventName = fc.constantFrom(
  'exception',
  'gen_ai.user.message',
  'gen_ai.choice',
  'gen_ai.content.prompt',
  'gen_ai.client.inference.operation.details',
  'ai.stream.firstChunk',
  'x',
);
const sketch: fc.Arbitrary<SpanSketch> = fc.record({
  name: fc.string(),
  scope,
  statusCode: fc.integer(),
  attributes: values,
  resource: values,
  events: fc.array(fc.record({ name: eventName, attributes: values, afterMs: fc.integer() }), {
    maxLength: 3,
  }),
  durationMs: fc.integer({ min: -1000, max: 1_000_000 }),
});

const isName = (name: string | null): boolean => name === null || (name !== '' && name.length <= 1000);
const isCount = (count: number | null): boolean =>
  count === null || (Number.isInteger(count) && count >= 0 && count <= 4e12);
const isPreview = (text: string | null): boolean =>
  text === null || (text.length <= 200 && text.trim() !== '' && text.isWellFormed());
const isObjectText = (text: string | null): boolean => text === null || typeof JSON.parse(text) === 'object';

/** Which fields break their promise. */
function faultsOf(fields: SpanFields): string[] {
  const { cost, usage, timeToFirstTokenMs } = fields;
  const promises: Readonly<Record<string, boolean>> = {
    usage: Object.values(usage).every(isCount),
    cost: [cost.input, cost.output, cost.total].every((dollars) => Number.isFinite(dollars) && dollars >= 0),
    previews: isPreview(fields.inputPreview) && isPreview(fields.outputPreview),
    metadata: isObjectText(fields.metadata),
    names: [fields.sessionId, fields.requestModel, fields.agentName, fields.serviceName].every(isName),
    lists: [...fields.tags, ...fields.finishReasons].every((item) => typeof item === 'string'),
    timeToFirstToken: timeToFirstTokenMs === null || timeToFirstTokenMs >= 0,
  };
  return Object.keys(promises).filter((name) => !promises[name]);
}

test('whatever the attributes hold, extraction answers well-formed fields, twice the same', () => {
  const extractor = createExtractor();
  const slugs = new Set<string | null>([null, ...FRAMEWORKS.map((row) => row.slug)]);
  fc.assert(
    fc.property(sketch, (drawn) => {
      const span = spanInput(drawn);
      const fields = extractor.extract(span);
      expect(faultsOf(fields)).toEqual([]);
      expect(slugs.has(fields.framework)).toBe(true);
      expect(extractor.extract(span)).toEqual(fields);
    }),
    { numRuns: 1000 },
  );
});

test('keys, scopes and resources that never come again do not fill memory', () => {
  const extractor = createExtractor();
  for (let i = 0; i < 20_000; i++)
    extractor.extract(spanInput({ scope: `scope-${i}`, attributes: { [`key-${i}`]: 1n } }));
  const known = spanInput({ attributes: { 'gen_ai.operation.name': 'chat' } });
  expect(extractor.extract(known).framework).toBe('otel-genai');
});
