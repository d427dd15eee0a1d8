import { code, END, INSTALL, openTelemetry, python, shell, START, variables, type Recipe } from './recipe.ts';

const IN_THE_JOB = 'In the entry point of the job';

/** Frameworks to build agents with that have an exporter, or a switch for telemetry, of their own. */
export const FRAMEWORKS_WITH_TELEMETRY: readonly Recipe[] = [
  {
    slug: 'strands',
    documentation: 'https://strandsagents.com/latest/user-guide/observability-evaluation/traces/',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, `pip install 'strands-agents[otel]'`),
          variables('Where your agent runs'),
          code(
            START,
            () => `from strands.telemetry import StrandsTelemetry

StrandsTelemetry().setup_otlp_exporter()`,
          ),
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install ${openTelemetry(2, 'sdk-trace-base', 'sdk-trace-node', 'exporter-trace-otlp-http', 'resources', 'sdk-metrics', 'exporter-metrics-otlp-http')}`,
          ),
          variables('Where your agent runs'),
          code(
            START,
            () => `import { setupTracer } from '@strands-agents/sdk/telemetry';

setupTracer({ exporters: { otlp: true } });`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'mastra',
    documentation: 'https://mastra.ai/docs/observability/tracing/exporters/otel',
    variants: [
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            'npm install @mastra/observability @mastra/otel-exporter @opentelemetry/exporter-trace-otlp-proto',
          ),
          code(
            'Where Mastra is made',
            ({ http }) => `import { Mastra } from '@mastra/core';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';

export const mastra = new Mastra({
  observability: new Observability({
    configs: {
      default: {
        serviceName: 'my-agent',
        exporters: [
          new OtelExporter({
            provider: { custom: { endpoint: '${http}/v1/traces', protocol: 'http/protobuf' } },
          }),
        ],
      },
    },
  }),
});`,
          ),
          shell(END, 'await mastra.shutdown();'),
        ],
      },
    ],
  },
  {
    slug: 'agent-framework',
    documentation: 'https://learn.microsoft.com/en-us/agent-framework/agents/observability',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install agent-framework opentelemetry-exporter-otlp-proto-http'),
          variables('Where your agent runs'),
          code(
            START,
            () => `from agent_framework.observability import configure_otel_providers

# Sensitive data are the prompts and answers.
configure_otel_providers(enable_sensitive_data=True)`,
          ),
        ],
      },
      {
        language: 'C#',
        steps: [
          shell(INSTALL, 'dotnet add package OpenTelemetry.Exporter.OpenTelemetryProtocol'),
          code(
            START,
            ({ http }) => `using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Trace;

using var provider = Sdk.CreateTracerProviderBuilder()
    .AddSource("my-agent")
    .AddOtlpExporter(options =>
    {
        options.Endpoint = new Uri("${http}/v1/traces");
        options.Protocol = OtlpExportProtocol.HttpProtobuf;
    })
    .Build();

// Then on the chat client, and likewise on the agent:
// .AsBuilder().UseOpenTelemetry(sourceName: "my-agent", configure: c => c.EnableSensitiveData = true).Build()`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'semantic-kernel',
    documentation:
      'https://learn.microsoft.com/en-us/semantic-kernel/concepts/enterprise-readiness/observability/',
    variants: [
      {
        ...python('semantic-kernel', '', ''),
        steps: [
          ...python('semantic-kernel', '', '').steps,
          shell(
            'Where your agent runs, for prompts and answers',
            'export SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true',
          ),
        ],
      },
      {
        language: 'C#',
        steps: [
          code(
            START,
            ({ http }) => `using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Trace;

AppContext.SetSwitch("Microsoft.SemanticKernel.Experimental.GenAI.EnableOTelDiagnosticsSensitive", true);
using var provider = Sdk.CreateTracerProviderBuilder()
    .AddSource("Microsoft.SemanticKernel*")
    .AddOtlpExporter(options =>
    {
        options.Endpoint = new Uri("${http}/v1/traces");
        options.Protocol = OtlpExportProtocol.HttpProtobuf;
    })
    .Build();`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'genkit',
    documentation: 'https://genkit.dev/docs/observability/getting-started/',
    variants: [
      {
        language: 'TypeScript',
        steps: [
          shell(INSTALL, `npm install ${openTelemetry(1, 'sdk-trace-base', 'exporter-trace-otlp-proto')}`),
          code(
            START,
            ({ http }) => `import { enableTelemetry, flushTracing } from 'genkit/tracing';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

await enableTelemetry({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: '${http}/v1/traces' }))],
});`,
          ),
          shell(END, 'await flushTracing();'),
        ],
      },
    ],
  },
  {
    slug: 'livekit',
    documentation: 'https://docs.livekit.io/deploy/observability/data/',
    variants: [
      {
        language: 'Python',
        steps: [
          ...python(
            'livekit-agents',
            'from livekit.agents.telemetry import set_tracer_provider',
            'set_tracer_provider(provider)',
          ).steps,
          // A job is a process of its own, which ends without what Python does at its end.
          shell(
            IN_THE_JOB,
            `async def flush():
    provider.force_flush()

ctx.add_shutdown_callback(flush)`,
          ),
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(INSTALL, `npm install ${openTelemetry(2, 'sdk-trace-node', 'exporter-trace-otlp-proto')}`),
          code(
            START,
            ({ http }) => `import { telemetry } from '@livekit/agents';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const exporter = new OTLPTraceExporter({ url: '${http}/v1/traces' });
const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
provider.register();
telemetry.setTracerProvider(provider);`,
          ),
          shell(IN_THE_JOB, 'ctx.addShutdownCallback(() => provider.forceFlush());'),
        ],
      },
    ],
  },
];
