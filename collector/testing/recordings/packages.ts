/** What `npm install` of a scenario names: exact versions, so that a recording can be made again. */
const openTelemetry = {
  '@opentelemetry/api': '1.10.0',
  '@opentelemetry/sdk-node': '0.301.0',
};
const zod = { zod: '4.6.7' };

export interface Recording {
  /** Slug that model calls are to be recognised by. */
  readonly framework: string;
  /** Name of the agent; null where the SDK has none that bears one. */
  readonly agent: string | null;
  /** What the SDK does not export, and nobody can tell therefore. */
  readonly leavesOut: readonly ('user' | 'provider' | 'model asked for' | 'input of failed calls')[];
  readonly packages: Readonly<Record<string, string>>;
}

/** By the name of the scenario's file. */
export const RECORDINGS: Readonly<Record<string, Recording>> = {
  'vercel-ai': {
    framework: 'vercel-ai',
    agent: 'weather-agent',
    leavesOut: [],
    packages: {
      ...openTelemetry,
      ...zod,
      ai: '7.0.173',
      '@ai-sdk/openai': '4.0.118',
      '@ai-sdk/otel': '1.0.173',
    },
  },
  langgraph: {
    framework: 'langgraph',
    agent: null,
    leavesOut: [],
    packages: {
      ...openTelemetry,
      ...zod,
      '@langchain/core': '1.4.0',
      '@langchain/langgraph': '1.7.3',
      '@langchain/openai': '1.6.0',
      '@arizeai/openinference-instrumentation-langchain': '4.1.1',
    },
  },
  'openai-agents': {
    framework: 'openai-agents',
    agent: 'Weather agent',
    leavesOut: ['model asked for', 'input of failed calls'],
    packages: {
      ...openTelemetry,
      ...zod,
      '@openai/agents': '0.20.0',
      openai: '7.57.0',
      '@arizeai/openinference-instrumentation-openai-agents': '0.2.15',
    },
  },
  mastra: {
    framework: 'mastra',
    agent: 'Weather agent',
    leavesOut: [],
    packages: {
      ...zod,
      '@ai-sdk/openai': '4.0.118',
      '@mastra/core': '1.71.0',
      '@mastra/observability': '1.17.9',
      '@mastra/otel-exporter': '1.4.0',
      '@opentelemetry/exporter-trace-otlp-proto': '0.301.0',
    },
  },
  strands: {
    framework: 'strands',
    agent: 'weather-agent',
    leavesOut: ['provider'],
    packages: {
      ...zod,
      '@strands-agents/sdk': '1.19.0',
      openai: '6.45.0',
      '@opentelemetry/api': '1.9.0',
      '@opentelemetry/exporter-metrics-otlp-http': '0.219.0',
      '@opentelemetry/exporter-trace-otlp-http': '0.219.0',
      '@opentelemetry/resources': '2.8.0',
      '@opentelemetry/sdk-metrics': '2.8.0',
      '@opentelemetry/sdk-trace-base': '2.8.0',
      '@opentelemetry/sdk-trace-node': '2.8.0',
    },
  },
  genkit: {
    framework: 'genkit',
    agent: 'weatherAgent',
    leavesOut: ['user'],
    packages: {
      genkit: '1.42.0',
      '@genkit-ai/compat-oai': '1.42.0',
      '@opentelemetry/exporter-trace-otlp-proto': '0.52.1',
      '@opentelemetry/sdk-trace-base': '1.25.1',
    },
  },
};
