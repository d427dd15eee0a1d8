import type { SpanInput } from './fields.ts';

/** Where an instrumentation that records no messages is told to record them. */
export interface ContentSwitch {
  /** Instrumentation scope names, or how they begin. */
  readonly scopes: readonly string[];
  /** An attribute that only this instrumentation writes on model calls. */
  readonly key: string | null;
  /** What to do, as the second half of a sentence. */
  readonly fix: string;
}

/** The most telling first. Names as their documentation has them. */
const SWITCHES: readonly ContentSwitch[] = [
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

/** The switch of the instrumentation that recorded the span; undefined where it is not known. */
export const contentSwitchOf = ({
  scope,
  attributes,
}: Pick<SpanInput, 'scope' | 'attributes'>): ContentSwitch | undefined =>
  SWITCHES.find(
    ({ scopes, key }) =>
      (key !== null && attributes.has(key)) || scopes.some((beginning) => scope.name.startsWith(beginning)),
  );
