import {
  code,
  END,
  INSTALL,
  node,
  openTelemetry,
  python,
  shell,
  START,
  variables,
  type Recipe,
} from './recipe.ts';

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
    slug: 'spring-ai',
    documentation: 'https://docs.spring.io/spring-ai/reference/observability/index.html',
    variants: [
      {
        language: 'Java, Kotlin',
        steps: [
          code(
            'In pom.xml, among the dependencies',
            () => `<dependency>
  <groupId>org.springframework.boot</groupId>
  <artifactId>spring-boot-starter-opentelemetry</artifactId>
</dependency>`,
          ),
          code(
            'In application.properties',
            ({ http }) => `management.opentelemetry.tracing.export.otlp.endpoint=${http}/v1/traces
management.tracing.sampling.probability=1.0
spring.ai.tools.observations.include-content=true`,
          ),
        ],
        note: 'Spring Boot 3 wants spring-boot-starter-actuator, micrometer-tracing-bridge-otel and opentelemetry-exporter-otlp instead, and calls the first property management.otlp.tracing.endpoint. Spring AI keeps prompts and answers out of its spans.',
      },
    ],
  },
  {
    slug: 'effect-ai',
    documentation: 'https://effect.website/docs/observability/tracing/',
    variants: [
      {
        language: 'Node.js',
        steps: [
          shell(
            INSTALL,
            `npm install @effect/opentelemetry ${openTelemetry(2, 'sdk-trace-base', 'sdk-trace-node', 'exporter-trace-otlp-proto')}`,
          ),
          code(
            'Provide to the program: Effect.provide(Telemetry)',
            ({ http }) => `import * as NodeSdk from '@effect/opentelemetry/NodeSdk';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const Telemetry = NodeSdk.layer(() => ({
  resource: { serviceName: 'my-agent' },
  spanProcessor: new BatchSpanProcessor(new OTLPTraceExporter({ url: '${http}/v1/traces' })),
}));`,
          ),
        ],
        note: 'Effect 3 goes with @effect/opentelemetry@0. Effect keeps prompts, answers and results of tools out of its spans.',
      },
    ],
  },
  {
    slug: 'tanstack-ai',
    documentation: 'https://tanstack.com/ai/latest/docs/advanced/otel',
    variants: [
      {
        language: 'TypeScript',
        steps: [
          ...node('@opentelemetry/api', {}).steps,
          code(
            'Where chat is called',
            () => `import { trace } from '@opentelemetry/api';
import { otelMiddleware } from '@tanstack/ai/middlewares/otel';

const otel = otelMiddleware({ tracer: trace.getTracer('my-agent'), captureContent: true });
const answer = chat({ adapter, messages, middleware: [otel] });`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'voltagent',
    documentation: 'https://voltagent.dev/docs/observability/overview/',
    variants: [
      {
        language: 'TypeScript',
        steps: [
          shell(INSTALL, `npm install ${openTelemetry(2, 'sdk-trace-base', 'exporter-trace-otlp-proto')}`),
          code(
            START,
            ({ http }) => `import { VoltAgentObservability } from '@voltagent/core';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const exporter = new OTLPTraceExporter({ url: '${http}/v1/traces' });
export const observability = new VoltAgentObservability({
  serviceName: 'my-agent',
  spanProcessors: [new BatchSpanProcessor(exporter)],
});`,
          ),
          shell('Where agents are made', 'new Agent({ name, instructions, model, observability });'),
          shell(END, 'await observability.shutdown();'),
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
            ({ http }) => `import 'genkit'; // It brings the telemetry that is enabled here.
import { enableTelemetry, flushTracing } from 'genkit/tracing';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

await enableTelemetry({
  serviceName: 'my-agent',
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: '${http}/v1/traces' }))],
});`,
          ),
          shell(END, 'await flushTracing();'),
        ],
      },
    ],
  },
];
