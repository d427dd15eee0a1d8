import {
  code,
  INSTALL,
  node,
  openInferencePython,
  python,
  shell,
  START,
  variables,
  type Recipe,
} from './recipe.ts';

const CONTENT = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true';

/** Nothing beside it: an instrumentation would record each call once more. */
const anthropicNode = node('', {});

/** SDKs that ask models, recorded by an instrumentation or by themselves. */
export const MODEL_SDKS: readonly Recipe[] = [
  {
    slug: 'openai',
    documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/openai/',
    variants: [
      openInferencePython('openai', 'OpenAIInstrumentor'),
      node('@arizeai/openinference-instrumentation-openai', {
        imports: `import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import OpenAI from 'openai';`,
        after: 'new OpenAIInstrumentation().manuallyInstrument(OpenAI);',
        // It reads a copy of each stream, and ends the span a moment after whoever asked has read the last piece.
        beforeEnd: 'await new Promise(setImmediate); // Until the span of a streamed answer has ended.',
      }),
    ],
  },
  {
    slug: 'anthropic',
    documentation: 'https://docs.claude.com/en/api/client-sdks',
    variants: [
      openInferencePython('anthropic', 'AnthropicInstrumentor'),
      {
        ...anthropicNode,
        language: 'TypeScript, SDK 0.134 and later',
        steps: [
          ...anthropicNode.steps,
          shell(
            'Where your agent runs, for prompts and answers',
            'export ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content',
          ),
        ],
        note: 'The SDK traces by itself once there is a tracer provider. It leaves the answer out where create is given stream: true; messages.stream has it.',
      },
      {
        ...node('@arizeai/openinference-instrumentation-anthropic', {
          imports: `import { AnthropicInstrumentation } from '@arizeai/openinference-instrumentation-anthropic';
import Anthropic from '@anthropic-ai/sdk';`,
          after: 'new AnthropicInstrumentation().manuallyInstrument(Anthropic);',
        }),
        language: 'TypeScript, SDK before 0.134',
      },
    ],
  },
  {
    slug: 'aws-bedrock',
    documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/aws-bedrock/',
    variants: [
      openInferencePython('bedrock', 'BedrockInstrumentor'),
      node('@arizeai/openinference-instrumentation-bedrock', {
        imports: `import { BedrockInstrumentation } from '@arizeai/openinference-instrumentation-bedrock';
import * as bedrock from '@aws-sdk/client-bedrock-runtime';`,
        after: 'new BedrockInstrumentation().manuallyInstrument(bedrock);',
      }),
    ],
  },
  {
    slug: 'vertex-ai',
    documentation: 'https://cloud.google.com/vertex-ai/generative-ai/docs',
    variants: [openInferencePython('vertexai', 'VertexAIInstrumentor')],
  },
  {
    slug: 'azure-ai',
    documentation: 'https://learn.microsoft.com/en-us/azure/ai-foundry/how-to/develop/trace-agents-sdk',
    variants: [
      {
        ...python(
          'azure-ai-inference azure-core-tracing-opentelemetry',
          `from azure.ai.inference.tracing import AIInferenceInstrumentor
from azure.core.settings import settings

settings.tracing_implementation = "opentelemetry"`,
          'AIInferenceInstrumentor().instrument(enable_content_recording=True)',
        ),
      },
      {
        language: 'Python, agents',
        steps: [
          shell(INSTALL, 'pip install azure-ai-agents azure-core-tracing-opentelemetry'),
          shell(
            'Where your agent runs, for prompts and answers',
            'export AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED=true',
            `export ${CONTENT}`,
          ),
          code(START, (target) =>
            python(
              '',
              'from azure.ai.agents.telemetry import AIAgentsInstrumentor',
              'AIAgentsInstrumentor().instrument()',
            )
              .steps.at(-1)!
              .code(target),
          ),
        ],
      },
    ],
  },
  {
    slug: 'litellm',
    documentation: 'https://docs.litellm.ai/docs/observability/opentelemetry_integration',
    variants: [
      {
        language: 'Python',
        steps: [
          shell(INSTALL, 'pip install litellm opentelemetry-sdk opentelemetry-exporter-otlp-proto-http'),
          variables('Where your agent runs'),
          code(
            START,
            () => `import litellm

litellm.callbacks = ["otel"]`,
          ),
        ],
      },
      {
        language: 'Proxy',
        steps: [
          variables('Where the proxy runs'),
          shell('In its config.yaml', 'litellm_settings:', '  callbacks: ["otel"]'),
        ],
      },
    ],
  },
];
