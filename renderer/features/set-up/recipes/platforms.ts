import {
  code,
  END,
  exportLines,
  INSTALL,
  NEW_TOKEN,
  node,
  openTelemetry,
  shell,
  START,
  variables,
  type Recipe,
  type Target,
} from './recipe.ts';

/** For SDKs that look at the variables of traces alone. */
const tracesVariables = ({ http }: Target): string =>
  exportLines([
    `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${http}/v1/traces`,
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf',
    'OTEL_SERVICE_NAME=my-agent',
  ]);

/** With uploads on, images are taken out of the spans and sent to a place of Langfuse's alone. */
const langfuseVariables = ({ http, needsToken }: Target): string =>
  exportLines([
    `LANGFUSE_BASE_URL=${http}`,
    'LANGFUSE_PUBLIC_KEY=tracedeck',
    `LANGFUSE_SECRET_KEY=${needsToken ? `"${NEW_TOKEN}"` : 'tracedeck'}`,
    'LANGFUSE_MEDIA_UPLOAD_ENABLED=false',
    'OTEL_SERVICE_NAME=my-agent',
  ]);

const LANGFUSE_KEYS =
  'An app that is set up for Langfuse needs the variables alone. Any keys will do, but for the secret key where a token is asked for.';

/** Observability SDKs. */
export const PLATFORMS: readonly Recipe[] = [
  {
    slug: 'logfire',
    documentation: 'https://logfire.pydantic.dev/docs/integrations/',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install logfire'),
          variables('Where your agent runs'),
          code(
            START,
            () => `import logfire

logfire.configure(service_name="my-agent", send_to_logfire=False)
# And what you use, for example:
# logfire.instrument_openai()`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'langsmith',
    documentation: 'https://docs.langchain.com/langsmith/trace-with-opentelemetry',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, `pip install 'langsmith[otel]'`),
          variables(
            'Where your agent runs',
            'LANGSMITH_TRACING=true',
            'LANGSMITH_OTEL_ENABLED=true',
            'LANGSMITH_OTEL_ONLY=true',
          ),
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install langsmith ${openTelemetry(2, 'sdk-trace-base', 'context-async-hooks', 'exporter-trace-otlp-proto')}`,
          ),
          variables('Where your agent runs', 'LANGSMITH_TRACING=true', 'LANGSMITH_OTEL_ENABLED=true'),
          code(
            START,
            () => `import { initializeOTEL } from 'langsmith/experimental/otel/setup';

export const { DEFAULT_LANGSMITH_SPAN_PROCESSOR: processor } = initializeOTEL();`,
          ),
          shell(END, 'await processor.shutdown();'),
        ],
      },
    ],
  },
  {
    slug: 'langfuse',
    documentation: 'https://langfuse.com/integrations/native/opentelemetry',
    hasToken: true,
    variants: [
      {
        language: 'Python',
        steps: [shell(INSTALL, 'pip install langfuse'), code('Where your agent runs', langfuseVariables)],
        note: LANGFUSE_KEYS,
      },
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install @langfuse/otel ${openTelemetry(2, 'sdk-node', 'exporter-trace-otlp-http')}`,
          ),
          code('Where your agent runs', langfuseVariables),
          code(
            START,
            () => `import { NodeSDK } from '@opentelemetry/sdk-node';
import { LangfuseSpanProcessor } from '@langfuse/otel';

export const sdk = new NodeSDK({ spanProcessors: [new LangfuseSpanProcessor()] });
sdk.start();`,
          ),
          shell(END, 'await sdk.shutdown();'),
        ],
        note: LANGFUSE_KEYS,
      },
    ],
  },
  {
    slug: 'langwatch',
    documentation: 'https://langwatch.ai/docs/integration/overview',
    variants: [
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install langwatch ${openTelemetry(2, 'sdk-node', 'sdk-trace-base', 'exporter-trace-otlp-proto')}`,
          ),
          code(
            START,
            ({ http }) => `import { setupObservability } from 'langwatch/observability/node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const exporter = new OTLPTraceExporter({ url: '${http}/v1/traces' });
export const observability = setupObservability({
  serviceName: 'my-agent',
  langwatch: 'disabled',
  spanProcessors: [new BatchSpanProcessor(exporter)],
});`,
          ),
          shell(END, 'await observability.shutdown();'),
        ],
      },
    ],
  },
  {
    slug: 'braintrust',
    documentation: 'https://www.braintrust.dev/docs/integrations/sdk-integrations/opentelemetry',
    variants: [
      node('', {}, 'Spans that a BraintrustSpanProcessor sends to Braintrust can be sent here beside.'),
    ],
  },
  {
    slug: 'laminar',
    documentation: 'https://docs.lmnr.ai/tracing/otel',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install lmnr'),
          code('Where your agent runs', tracesVariables),
          code(
            START,
            () => `from lmnr import Laminar

Laminar.initialize()`,
          ),
        ],
        note: 'Without LMNR_BASE_URL and a key of Laminar’s it exports to the address above.',
      },
      { language: 'OpenHands', steps: [code('Where OpenHands runs', tracesVariables)] },
    ],
  },
  {
    slug: 'mlflow',
    documentation: 'https://mlflow.org/docs/latest/genai/tracing/',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install mlflow opentelemetry-exporter-otlp-proto-http'),
          code('Where your agent runs', tracesVariables),
          code(
            START,
            () => `import mlflow

mlflow.openai.autolog()  # or mlflow.langchain.autolog(), …`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'sentry',
    documentation: 'https://docs.sentry.io/platforms/javascript/guides/node/ai-agent-monitoring/',
    variants: [
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install @sentry/node@10 ${openTelemetry(2, 'sdk-trace-base', 'exporter-trace-otlp-proto')}`,
          ),
          code(
            START,
            ({ http }) => `import * as Sentry from '@sentry/node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const exporter = new OTLPTraceExporter({ url: '${http}/v1/traces' });
Sentry.init({
  dsn: process.env.SENTRY_DSN,
  tracesSampleRate: 1,
  sendDefaultPii: true,
  openTelemetrySpanProcessors: [new BatchSpanProcessor(exporter)],
});`,
          ),
          shell(END, 'await Sentry.flush();'),
        ],
        note: 'Without a DSN nothing is recorded, and without sendDefaultPii nothing of what was said. Version 11 has spans of its own, which go to Sentry alone.',
      },
    ],
  },
];
