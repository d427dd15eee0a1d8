import { describe, expect, test } from 'vitest';
import { TraceDecoder } from '../../decode/traces.ts';
import { LogDecoder } from '../../decode/logs.ts';
import { createExtractor } from '../../extract/extract.ts';
import { logFields } from '../../extract/log-fields.ts';
import { logBytes, type LogSpec } from '../../testing/otlp-logs.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue, type SpanSpec } from '../../testing/otlp.ts';
import { LoggedMessages, Remarks } from './remarks.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const MINUTE = 60_000;
const decoder = new TraceDecoder();
const extractor = createExtractor();

function adviceOf(scope: string, spans: readonly Partial<SpanSpec>[]): string | null {
  const remarks = new Remarks(NOW, new LoggedMessages());
  const whole = spans.map((span, i) => ({
    traceId: traceIdOf(1),
    spanId: spanIdOf(i + 1),
    start: NOW - MINUTE,
    ...span,
  }));
  decoder.decode(traceBytes({ scope: { name: scope }, spans: whole }), (span) =>
    remarks.see(span, extractor.extract(span)),
  );
  return remarks.advice;
}

describe('times', () => {
  test.for<[minutes: number, says: RegExp | null]>([
    [-60 * 24 * 365, null],
    [0, null],
    [9, null],
    [11, /11 minutes in the future: set the clock/],
    [60 * 24, /1440 minutes in the future/],
  ])('%d minutes from now', ([minutes, says]) => {
    const advice = adviceOf('x', [{}, { start: NOW + minutes * MINUTE }, {}]);
    expect(advice ?? 'nothing').toMatch(says ?? /^nothing$/);
  });

  test.for([0, 1, Date.parse('1999-12-31T23:59:59Z')])('%d is no time of a span', (start) => {
    expect(adviceOf('x', [{}, { start }])).toMatch(/before the year 2000/);
  });
});

describe('messages that are not recorded', () => {
  const call = (attributes: Record<string, PlainValue>, more: Partial<SpanSpec> = {}): Partial<SpanSpec> => ({
    attributes,
    ...more,
  });
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };
  const OTEL = 'opentelemetry.instrumentation.openai_v2';

  test.for<[what: string, scope: string, attributes: Record<string, PlainValue>, names: string]>([
    ['OpenTelemetry', OTEL, chat, 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true'],
    [
      'Traceloop',
      'opentelemetry.instrumentation.openai.v1',
      { ...chat, 'llm.request.type': 'chat' },
      'TRACELOOP_TRACE_CONTENT=true',
    ],
    [
      'Vercel AI SDK',
      'ai',
      { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.model.id': 'gpt-4o', 'gen_ai.system': 'openai' },
      'recordInputs and recordOutputs of experimental_telemetry',
    ],
    [
      'OpenInference',
      'openinference.instrumentation.openai',
      { 'openinference.span.kind': 'LLM', 'input.value': '__REDACTED__', 'output.value': '__REDACTED__' },
      'OPENINFERENCE_HIDE_INPUTS',
    ],
    [
      'Gemini CLI',
      'gemini-cli',
      {
        'gen_ai.operation.name': 'llm_call',
        'gen_ai.system_instructions': '"You are Gemini CLI."',
        'gen_ai.tool.definitions': '[]',
      },
      'both traces and logPrompts of telemetry to true in ~/.gemini/settings.json',
    ],
    ['Qwen Code', 'qwen-code', chat, 'includeSensitiveSpanAttributes of telemetry to true'],
    ['Copilot in VS Code', 'copilot-chat', chat, 'github.copilot.chat.otel.captureContent to true'],
    ["Copilot's CLI", 'github.copilot', chat, 'CAPTURE_MESSAGE_CONTENT=true where copilot is started'],
    [
      "Anthropic's SDK",
      'com.anthropic.sdk.typescript',
      chat,
      'ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content',
    ],
    ['Agent Framework', 'agent_framework', chat, 'enable_sensitive_data=True'],
    ['Agent Framework for .NET', 'Experimental.Microsoft.Agents.AI', chat, 'EnableSensitiveData to true'],
    ['Semantic Kernel', 'Microsoft.SemanticKernel.Diagnostics', chat, 'OTEL_DIAGNOSTICS_SENSITIVE=true'],
    ['TanStack AI', 'my-agent', { ...chat, 'tanstack.ai.iteration': 0 }, 'captureContent: true'],
    ['Sentry', '@sentry/node', chat, 'sendDefaultPii: true'],
  ])('of %s name its switch', ([, scope, attributes, names]) => {
    expect(adviceOf(scope, [call(attributes), { name: 'no call' }])).toContain(names);
  });

  test.for<[what: string, scope: string, spans: Partial<SpanSpec>[]]>([
    ['no model call', OTEL, [call({ 'gen_ai.operation.name': 'execute_tool' }), {}]],
    ['an instrumentation that nobody knows', 'my-own', [call(chat)]],
    ['an embedding', OTEL, [call({ ...chat, 'gen_ai.operation.name': 'embeddings' })]],
    [
      'one call of several with messages',
      OTEL,
      [call(chat), call({ ...chat, 'gen_ai.input.messages': '[]' })],
    ],
    ['messages as events', OTEL, [call(chat, { events: [{ name: 'gen_ai.user.message' }] })]],
    [
      'what an older Gemini CLI calls them',
      'gemini-cli',
      [call({ 'gen_ai.operation.name': 'generateContent', 'input-json': '{}' })],
    ],
    [
      'what an older Qwen Code calls them',
      'qwen-code',
      [call({ ...chat, system_prompt_preview: 'You are Qwen Code.' })],
    ],
    [
      'a call of Claude Code, whose messages may be in its turn',
      'com.anthropic.claude_code.tracing',
      [call({ 'span.type': 'llm_request', model: 'claude-sonnet-4-5' })],
    ],
    [
      'a call of Codex, whose messages are log records',
      'codex_exec',
      [call({ model: 'gpt-5' }, { name: 'try_run_sampling_request' })],
    ],
    ['answers alone', OTEL, [call({ ...chat, 'gen_ai.completion.0.content': 'hello' })]],
  ])('%s: nothing is advised', ([, scope, spans]) => {
    expect(adviceOf(scope, spans)).toBeNull();
  });

  test('of a failed call the exception is no message', () => {
    const failed = call(chat, { status: { code: 2 }, events: [{ name: 'exception' }] });
    expect(adviceOf(OTEL, [failed])).toContain('CAPTURE_MESSAGE_CONTENT');
  });

  test('an odd clock is told first', () => {
    expect(adviceOf(OTEL, [call(chat, { start: NOW + 20 * MINUTE })])).toMatch(/20 minutes/);
  });
});

describe('prompts that are not recorded', () => {
  const TURN = { 'span.type': 'interaction', user_prompt: '<REDACTED>', user_prompt_length: 5 };
  const CALL = { 'span.type': 'llm_request', model: 'claude-sonnet-4-5' };
  const TRACING = 'com.anthropic.claude_code.tracing';

  test("of a turn of Claude Code's name its switches, whatever events its calls have", () => {
    const called = { attributes: CALL, events: [{ name: 'gen_ai.request.attempt' }] };
    const advice = adviceOf(TRACING, [called, { attributes: TURN }]);
    expect(advice).toMatch(/^Prompts came without their words: .* set OTEL_LOG_USER_PROMPTS=1, and /);
  });

  test.for<[what: string, scope: string, attributes: Record<string, PlainValue>]>([
    ['with its words', TRACING, { ...TURN, user_prompt: 'Rain?' }],
    ["of somebody else's", 'my-own', { ...TURN, 'gen_ai.operation.name': 'invoke_agent' }],
  ])('a turn %s: nothing is advised', ([, scope, attributes]) => {
    expect(adviceOf(scope, [{ attributes }])).toBeNull();
  });

  function adviceOfLog(log: LogSpec, scope = ''): string | null {
    const remarks = new Remarks(NOW, new LoggedMessages());
    new LogDecoder().decode(logBytes({ scope: { name: scope }, logs: [{}, log] }), (one) =>
      remarks.seeLog(one, logFields(one)),
    );
    return remarks.advice;
  }
  const EVENTS = 'com.anthropic.claude_code.events';
  const prompt = (name: string, text: string): LogSpec => ({
    attributes: { 'event.name': name, prompt: text, prompt_length: 5 },
  });

  test.for<[scope: string, log: LogSpec, names: string]>([
    ['', prompt('codex.user_prompt', '[REDACTED]'), 'log_user_prompt = true, and log_agent_responses = true'],
    ['', { ...prompt('codex.user_prompt', '[REDACTED]'), traceId: traceIdOf(1) }, 'log_user_prompt = true'],
    [EVENTS, prompt('user_prompt', '<REDACTED>'), 'OTEL_LOG_USER_PROMPTS=1'],
    [
      '',
      { eventName: 'claude_code.user_prompt', attributes: { prompt: '<REDACTED>' } },
      'OTEL_LOG_USER_PROMPTS=1',
    ],
  ])('of a log record name their switch', ([scope, log, names]) => {
    expect(adviceOfLog(log, scope)).toContain(names);
  });

  test.for<[scope: string, log: LogSpec]>([
    ['', prompt('codex.user_prompt', 'Rain?')],
    ['', prompt('codex.tool_result', '[REDACTED]')],
    [EVENTS, prompt('user_prompt', 'Rain?')],
    ['my-own', prompt('user_prompt', '<REDACTED>')],
  ])('other records: nothing is advised', ([scope, log]) => {
    expect(adviceOfLog(log, scope)).toBeNull();
  });
});
