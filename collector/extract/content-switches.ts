import { eventNameOf } from '../decode/event-name.ts';
import type { SpanInput } from './fields.ts';
import type { IngestedLog } from './log-spans/log-spans.ts';

/** Where a program that records no messages is told to record them. */
export interface ContentSwitch {
  /** What to do, as the second half of a sentence. */
  readonly fix: string;
}

/** Of an instrumentation that leaves messages out of its model calls. */
interface SpanSwitch extends ContentSwitch {
  /** Instrumentation scope names, or how they begin. */
  readonly scopes: readonly string[];
  /** An attribute that only this instrumentation writes on model calls. */
  readonly key: string | null;
  /** Where other versions of it write messages that the conventions know nothing of. */
  readonly ownKeys?: readonly string[];
}

/** The most telling first. Names as their documentation has them. */
const SWITCHES: readonly SpanSwitch[] = [
  {
    // https://arize-ai.github.io/openinference/spec/configuration.html
    scopes: ['openinference.', '@arizeai/openinference-'],
    key: 'openinference.span.kind',
    fix: 'unset OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS in the application',
  },
  {
    // https://ai-sdk.dev/docs/ai-sdk-core/telemetry
    scopes: [],
    key: 'ai.operationId',
    fix: 'leave recordInputs and recordOutputs of experimental_telemetry switched on in the application',
  },
  {
    // https://docs.haystack.deepset.ai/docs/tracing
    scopes: ['haystack'],
    key: 'haystack.component.type',
    fix: 'set HAYSTACK_CONTENT_TRACING_ENABLED=true in the application',
  },
  {
    // https://github.com/livekit/agents, telemetry/utils.py
    scopes: ['livekit-agents'],
    key: null,
    fix: 'pass allow_pii=True to set_tracer_provider, or set LIVEKIT_TELEMETRY_ALLOW_PII=true, in the application',
  },
  {
    // https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/telemetry.md: without `traces` no messages
    scopes: ['gemini-cli'],
    key: null,
    ownKeys: ['input-json', 'output-json'],
    fix: 'set both traces and logPrompts of telemetry to true in ~/.gemini/settings.json',
  },
  {
    // https://qwenlm.github.io/qwen-code-docs/en/developers/development/telemetry/: `logPrompts` is for log records alone
    scopes: ['qwen-code'],
    key: null,
    ownKeys: ['system_prompt_preview', 'response.model_output'],
    fix: 'set includeSensitiveSpanAttributes of telemetry to true in ~/.qwen/settings.json',
  },
  {
    // https://code.visualstudio.com/docs/copilot/guides/monitoring-agents
    scopes: ['copilot-chat'],
    key: null,
    fix: 'set github.copilot.chat.otel.captureContent to true in the settings of VS Code',
  },
  {
    scopes: ['github.copilot', 'github-copilot'],
    key: null,
    fix: 'set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true where copilot is started',
  },
  {
    // https://docs.claude.com/en/api/client-sdks
    scopes: ['com.anthropic.sdk.'],
    key: null,
    fix: 'set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content in the application',
  },
  {
    // https://learn.microsoft.com/en-us/agent-framework/agents/observability
    scopes: ['agent_framework'],
    key: null,
    fix: 'pass enable_sensitive_data=True to configure_otel_providers, or set ENABLE_SENSITIVE_DATA=true, in the application',
  },
  {
    scopes: ['Microsoft.Agents.AI', 'Experimental.Microsoft.Agents.AI'],
    key: null,
    fix: 'set EnableSensitiveData to true where UseOpenTelemetry is called in the application',
  },
  {
    // https://learn.microsoft.com/en-us/semantic-kernel/concepts/enterprise-readiness/observability/
    scopes: ['semantic_kernel', 'Microsoft.SemanticKernel'],
    key: null,
    fix: 'set SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true in the application',
  },
  {
    // https://tanstack.com/ai/latest/docs/advanced/otel
    scopes: [],
    key: 'tanstack.ai.iteration',
    fix: 'pass captureContent: true to otelMiddleware in the application',
  },
  {
    // https://docs.sentry.io/platforms/javascript/guides/node/ai-agent-monitoring/
    scopes: ['@sentry/'],
    key: null,
    fix: 'pass sendDefaultPii: true to Sentry.init in the application',
  },
  {
    // https://www.traceloop.com/docs/openllmetry/privacy/traces
    scopes: ['@traceloop/'],
    key: 'llm.request.type',
    fix: 'set TRACELOOP_TRACE_CONTENT=true in the application',
  },
  {
    // https://opentelemetry.io/docs/specs/semconv/gen-ai/
    scopes: ['opentelemetry.', '@opentelemetry/'],
    key: null,
    fix: 'set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true in the application',
  },
];

/**
 * The switch of the instrumentation that recorded a model call without messages; undefined where it is not known, and where the
 * call has messages of its own kind.
 */
export function contentSwitchOf({
  scope,
  attributes,
}: Pick<SpanInput, 'scope' | 'attributes'>): ContentSwitch | undefined {
  const found = SWITCHES.find(
    ({ scopes, key }) =>
      (key !== null && attributes.has(key)) || scopes.some((beginning) => scope.name.startsWith(beginning)),
  );
  return found?.ownKeys?.some((key) => attributes.has(key)) === true ? undefined : found;
}

/**
 * Of a program whose model calls say nothing of the switch, since they have no messages or have them elsewhere: what stands in
 * the place of a person's prompt does.
 */
interface PromptSwitch extends ContentSwitch {
  readonly placeholder: string;
}

/** https://docs.claude.com/en/docs/claude-code/monitoring-usage */
const CLAUDE_CODE: PromptSwitch = {
  placeholder: '<REDACTED>',
  fix: 'set OTEL_LOG_USER_PROMPTS=1, and OTEL_LOG_TOOL_DETAILS=1 and OTEL_LOG_TOOL_CONTENT=1 for what tools were given and answered, where claude is started',
};

/** https://developers.openai.com/codex/config-advanced#observability-and-telemetry */
const CODEX: PromptSwitch = {
  placeholder: '[REDACTED]',
  fix: 'set log_user_prompt = true, and log_agent_responses = true for answers, under [otel] in ~/.codex/config.toml',
};

/** Whose events bear no program's name. */
const CLAUDE_CODE_SCOPE = 'com.anthropic.claude_code';

/** The switch of the agent whose turn this is, where it says that its prompt was not to be recorded. */
export const promptSwitchOf = ({
  scope,
  attributes,
}: Pick<SpanInput, 'scope' | 'attributes'>): ContentSwitch | undefined =>
  attributes.get('user_prompt') === CLAUDE_CODE.placeholder && scope.name.startsWith(CLAUDE_CODE_SCOPE)
    ? CLAUDE_CODE
    : undefined;

/** By the names of the log records that have prompts. */
const PROMPT_EVENTS = new Map<string, PromptSwitch & { readonly scope?: string }>([
  ['codex.user_prompt', CODEX],
  ['claude_code.user_prompt', CLAUDE_CODE],
  ['user_prompt', { ...CLAUDE_CODE, scope: CLAUDE_CODE_SCOPE }],
]);

/** The same of a log record; those that have traces say it as well. */
export function promptSwitchOfLog({
  eventName,
  attributes,
  from,
}: Pick<IngestedLog, 'eventName' | 'attributes' | 'from'>): ContentSwitch | undefined {
  const event = PROMPT_EVENTS.get(eventNameOf(eventName, attributes));
  if (event === undefined || attributes.get('prompt') !== event.placeholder) return undefined;
  return from.scope.record.name.startsWith(event.scope ?? '') ? event : undefined;
}
