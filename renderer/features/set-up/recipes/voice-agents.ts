import { code, INSTALL, openTelemetry, python, shell, START, type Recipe } from './recipe.ts';

const IN_THE_JOB = 'In the entry point of the job';
/** Whose newer versions leave prompts and answers out unless they are told. */
const WITH_CONTENT = shell(
  'Where your agent runs, for prompts and answers',
  'export LIVEKIT_TELEMETRY_ALLOW_PII=true',
);

export const VOICE_AGENTS: readonly Recipe[] = [
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
          WITH_CONTENT,
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install ${openTelemetry(2, 'resources', 'sdk-trace-node', 'exporter-trace-otlp-proto')}`,
          ),
          code(
            START,
            ({ http }) => `import { telemetry } from '@livekit/agents';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const exporter = new OTLPTraceExporter({ url: '${http}/v1/traces' });
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'my-agent' }),
  spanProcessors: [new BatchSpanProcessor(exporter)],
});
provider.register();
telemetry.setTracerProvider(provider);`,
          ),
          shell(IN_THE_JOB, 'ctx.addShutdownCallback(() => provider.forceFlush());'),
          WITH_CONTENT,
        ],
      },
    ],
  },
  {
    slug: 'pipecat',
    documentation: 'https://docs.pipecat.ai/server/utilities/opentelemetry',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, `pip install 'pipecat-ai[tracing]' opentelemetry-exporter-otlp-proto-http`),
          code(
            START,
            ({ http }) => `from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from pipecat.utils.tracing.setup import setup_tracing

exporter = OTLPSpanExporter(endpoint="${http}/v1/traces")
setup_tracing(service_name="my-agent", exporter=exporter)`,
          ),
          shell(
            'Where the task is made',
            `task = PipelineTask(
    pipeline,
    params=PipelineParams(enable_metrics=True, enable_usage_metrics=True),
    enable_tracing=True,
)`,
          ),
        ],
      },
    ],
  },
];
