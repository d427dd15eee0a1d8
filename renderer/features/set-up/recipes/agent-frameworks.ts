import {
  INSTALL,
  node,
  openInferencePython,
  openTelemetry,
  python,
  shell,
  type Recipe,
  type Variant,
} from './recipe.ts';

const langChainNode: Variant = node('@arizeai/openinference-instrumentation-langchain', {
  imports: `import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as CallbackManager from '@langchain/core/callbacks/manager';`,
  after: `new LangChainInstrumentation().manuallyInstrument(CallbackManager);`,
});
const ADK_NOTE = 'The kit traces by itself once there is a tracer provider.';
/** The kit brings an @opentelemetry/api before 1.10, which the newest SDK refuses. */
const adkNode: Variant = {
  ...node('', {}, ADK_NOTE),
  steps: [
    shell(INSTALL, `npm install ${openTelemetry(2, 'sdk-node', 'exporter-trace-otlp-proto')}`),
    ...node('', {}).steps.slice(1),
  ],
};
const langChainPython = openInferencePython('langchain', 'LangChainInstrumentor');

/** Frameworks to build agents with that an instrumentation records, or that need a tracer provider alone. */
export const INSTRUMENTED_FRAMEWORKS: readonly Recipe[] = [
  {
    slug: 'langgraph',
    documentation: 'https://docs.langchain.com/oss/python/langgraph/observability',
    variants: [langChainPython, langChainNode],
  },
  {
    slug: 'langchain',
    documentation: 'https://docs.langchain.com/oss/javascript/langchain/observability',
    variants: [langChainPython, langChainNode],
  },
  {
    slug: 'openai-agents',
    documentation: 'https://openai.github.io/openai-agents-js/guides/tracing/',
    variants: [
      openInferencePython('openai-agents', 'OpenAIAgentsInstrumentor'),
      node('@arizeai/openinference-instrumentation-openai-agents', {
        imports: `import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents';
import * as agents from '@openai/agents';`,
        after: `new OpenAIAgentsInstrumentation().manuallyInstrument(agents);`,
      }),
    ],
  },
  {
    slug: 'crewai',
    documentation: 'https://docs.crewai.com/en/observability/overview',
    variants: [openInferencePython('crewai', 'CrewAIInstrumentor', 'skip_dep_check=True')],
  },
  {
    slug: 'vercel-ai',
    documentation: 'https://ai-sdk.dev/docs/ai-sdk-core/telemetry',
    variants: [
      {
        ...node('@ai-sdk/otel', {
          imports: `import { registerTelemetry } from 'ai';
import { OpenTelemetry } from '@ai-sdk/otel';`,
          after: 'registerTelemetry(new OpenTelemetry({ runtimeContext: true, usage: true }));',
        }),
        language: 'AI SDK 7',
        note: 'For its session and user give each call runtimeContext: { sessionId, userId } and telemetry: { includeRuntimeContext: { sessionId: true, userId: true } }.',
      },
      {
        ...node('', {}),
        language: 'AI SDK 4 to 6',
        note: 'Then give each call experimental_telemetry: { isEnabled: true, metadata: { sessionId, userId } }, for its session and user.',
      },
    ],
  },
  {
    slug: 'pydantic-ai',
    documentation: 'https://ai.pydantic.dev/logfire/',
    variants: [python('pydantic-ai', 'from pydantic_ai import Agent', 'Agent.instrument_all()')],
  },
  {
    slug: 'google-adk',
    documentation: 'https://google.github.io/adk-docs/observability/',
    variants: [python('google-adk', '', '', ADK_NOTE), adkNode],
  },
  {
    slug: 'llamaindex',
    documentation: 'https://developers.llamaindex.ai/python/framework/module_guides/observability/',
    variants: [openInferencePython('llama-index', 'LlamaIndexInstrumentor')],
  },
  {
    slug: 'autogen',
    documentation:
      'https://microsoft.github.io/autogen/stable/user-guide/core-user-guide/framework/telemetry.html',
    variants: [openInferencePython('autogen-agentchat', 'AutogenAgentChatInstrumentor')],
  },
  {
    slug: 'haystack',
    documentation: 'https://docs.haystack.deepset.ai/docs/tracing',
    variants: [openInferencePython('haystack', 'HaystackInstrumentor')],
  },
  {
    slug: 'dspy',
    documentation: 'https://dspy.ai/tutorials/observability/',
    variants: [openInferencePython('dspy', 'DSPyInstrumentor')],
  },
  {
    slug: 'ax',
    documentation: 'https://github.com/ax-llm/ax/tree/main/docs',
    variants: [
      node(
        '@opentelemetry/api',
        {
          imports: `import { axGlobals } from '@ax-llm/ax';
import { trace } from '@opentelemetry/api';`,
          after: `axGlobals.tracer = trace.getTracer('my-agent');`,
        },
        'Ax keeps prompts, answers and what tools were given out of its spans.',
      ),
    ],
  },
  {
    slug: 'smolagents',
    documentation: 'https://huggingface.co/docs/smolagents/tutorials/inspect_runs',
    variants: [openInferencePython('smolagents', 'SmolagentsInstrumentor')],
  },
  {
    slug: 'agno',
    documentation: 'https://docs.agno.com/integrations/observability/overview',
    variants: [openInferencePython('agno', 'AgnoInstrumentor')],
  },
  {
    slug: 'beeai',
    documentation: 'https://arize-ai.github.io/openinference/js/packages/openinference-instrumentation-beeai',
    variants: [
      openInferencePython('beeai', 'BeeAIInstrumentor'),
      node(
        'beeai-framework@0.1.13 @arizeai/openinference-instrumentation-beeai',
        {
          imports: `import { BeeAIInstrumentation } from '@arizeai/openinference-instrumentation-beeai';
import * as beeAi from 'beeai-framework';`,
          after: 'new BeeAIInstrumentation().manuallyInstrument(beeAi);',
        },
        'Where you stream, set OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT=10000: each piece of an answer is attributes, and the model stands behind the last. The instrumentation takes versions 0.1.9 to 0.1.13 of the framework.',
      ),
    ],
  },
  {
    slug: 'mcp',
    documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/',
    variants: [
      openInferencePython('mcp', 'MCPInstrumentor'),
      node(
        '@arizeai/openinference-instrumentation-mcp',
        {
          imports: `import { MCPInstrumentation } from '@arizeai/openinference-instrumentation-mcp';
import * as clientStdioModule from '@modelcontextprotocol/sdk/client/stdio.js';
import * as serverStdioModule from '@modelcontextprotocol/sdk/server/stdio.js';`,
          after: 'new MCPInstrumentation().manuallyInstrument({ clientStdioModule, serverStdioModule });',
        },
        'In the client and in the server: it carries the trace from one to the other. Over HTTP the modules are client/streamableHttp.js and server/streamableHttp.js, handed over as clientStreamableHTTPModule and serverStreamableHTTPModule.',
      ),
    ],
  },
];
