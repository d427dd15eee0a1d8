import { code, INSTALL, openTelemetry, shell, START, type Recipe } from './recipe.ts';

/** SDKs that put instrumentations of everything into a program, whoever shows what these record. */
export const INSTRUMENTING_SDKS: readonly Recipe[] = [
  {
    slug: 'traceloop',
    documentation: 'https://www.traceloop.com/docs/openllmetry/contributing/semantic-conventions',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install traceloop-sdk'),
          code(
            START,
            ({ http }) => `from traceloop.sdk import Traceloop

Traceloop.init(app_name="my-agent", api_endpoint="${http}", disable_batch=True)`,
          ),
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(INSTALL, 'npm install @traceloop/node-server-sdk'),
          code(
            START,
            ({ http }) => `import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';

traceloop.initialize({
  appName: 'my-agent',
  baseUrl: '${http}',
  disableBatch: true,
  instrumentModules: { openAI: OpenAI }, // And what else you use.
});`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'openlit',
    documentation: 'https://docs.openlit.io/latest/sdk/features/tracing',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install openlit'),
          code(
            START,
            ({ http }) => `import openlit

openlit.init(otlp_endpoint="${http}", application_name="my-agent")`,
          ),
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(INSTALL, 'npm install openlit'),
          code(
            START,
            ({ http }) => `import { Openlit } from 'openlit';
import OpenAI from 'openai';

Openlit.init({
  otlpEndpoint: '${http}',
  applicationName: 'my-agent',
  disableBatch: true,
  instrumentations: { openai: OpenAI }, // And what else you use.
});`,
          ),
        ],
      },
    ],
  },
  {
    slug: 'langtrace',
    documentation: 'https://docs.langtrace.ai/',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install langtrace-python-sdk opentelemetry-exporter-otlp-proto-http'),
          code(
            START,
            ({ http }) => `from langtrace_python_sdk import langtrace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

langtrace.init(custom_remote_exporter=OTLPSpanExporter(endpoint="${http}/v1/traces"))`,
          ),
        ],
      },
      {
        language: 'TypeScript',
        steps: [
          shell(
            INSTALL,
            `npm install @langtrase/typescript-sdk ${openTelemetry(1, 'exporter-trace-otlp-proto')}`,
          ),
          code(
            START,
            ({ http }) => `import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import * as Langtrace from '@langtrase/typescript-sdk';
import OpenAI from 'openai';

Langtrace.init({
  custom_remote_exporter: new OTLPTraceExporter({ url: '${http}/v1/traces' }),
  service_name: 'my-agent',
  batch: false,
  instrumentations: { openai: OpenAI }, // And what else you use.
});`,
          ),
        ],
      },
    ],
  },
];
