import { exporterVariables } from '../../../lib/endpoints.ts';
import { code, exportLines, INSTALL, node, python, shell, START, variables, type Recipe } from './recipe.ts';

const CONTENT = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true';

/** What is left where nothing else shows. */
export const CONVENTIONS: readonly Recipe[] = [
  {
    slug: 'otel-genai',
    documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/',
    variants: [
      {
        language: 'Any language',
        steps: [
          variables('Where your agent runs', 'OTEL_SERVICE_NAME=my-agent', CONTENT),
          code('The same over gRPC', ({ grpc, http, project }) =>
            exportLines(exporterVariables(grpc ?? http, grpc === null ? 'http/protobuf' : 'grpc', project)),
          ),
        ],
        note: 'Spans with gen_ai attributes are understood, whoever writes them. Many instrumentations leave messages out unless the last of the variables above tells them otherwise.',
      },
      python('opentelemetry-api', '', ''),
      node('', {}),
    ],
  },
  {
    slug: 'openinference',
    documentation: 'https://arize-ai.github.io/openinference/spec/semantic_conventions.html',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install arize-phoenix-otel'),
          code(
            START,
            ({ http }) => `from phoenix.otel import register

tracer_provider = register(
    endpoint="${http}/v1/traces",
    protocol="http/protobuf",
    auto_instrument=True,
)`,
          ),
        ],
        note: 'It switches on every OpenInference instrumentation that is installed.',
      },
    ],
  },
];
