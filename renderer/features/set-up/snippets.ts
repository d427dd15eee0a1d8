import { exporterVariables, type Endpoints } from '../../lib/endpoints.ts';

export type SnippetText = {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly text: string;
};

/**
 * What to paste for each way of exporting, with this collector's addresses. `project` goes along as a header where the
 * address does not hold it (gRPC). Ways whose receiver does not listen are left out.
 */
export function setUpSnippets(endpoints: Endpoints, project: string): SnippetText[] {
  return [...httpSnippets(endpoints.http, project), ...grpcSnippets(endpoints.grpc, project)];
}

function httpSnippets(http: string | null, project: string): SnippetText[] {
  if (http === null) return [];
  return [
    {
      id: 'environment',
      title: 'Environment variables',
      hint: 'For any OpenTelemetry SDK, in any language. Set them where your agent runs.',
      text: exportLines([...exporterVariables(http, 'http/protobuf', project), 'OTEL_SERVICE_NAME=my-agent']),
    },
    {
      id: 'javascript',
      title: 'JavaScript and TypeScript',
      hint: 'npm install @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto',
      text: javascript(http),
    },
    {
      id: 'python',
      title: 'Python',
      hint: 'pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http',
      text: python(http),
    },
    {
      id: 'content',
      title: 'Prompts and answers',
      hint: 'Many instrumentations leave message content out unless told otherwise.',
      text: exportLines([
        'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
        'TRACELOOP_TRACE_CONTENT=true',
      ]),
    },
  ];
}

function grpcSnippets(grpc: string | null, project: string): SnippetText[] {
  if (grpc === null) return [];
  const text = exportLines(exporterVariables(grpc, 'grpc', project));
  return [{ id: 'grpc', title: 'Over gRPC', hint: 'The same for exporters that speak gRPC.', text }];
}

function exportLines(variables: readonly string[]): string {
  return variables.map((variable) => `export ${variable}`).join('\n');
}

function javascript(http: string): string {
  return `import { NodeSDK } from '@opentelemetry/sdk-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

const sdk = new NodeSDK({
  serviceName: 'my-agent',
  traceExporter: new OTLPTraceExporter({ url: '${http}/v1/traces' }),
});
sdk.start();`;
}

function python(http: string): string {
  return `from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider(resource=Resource.create({"service.name": "my-agent"}))
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint="${http}/v1/traces")))
trace.set_tracer_provider(provider)`;
}
