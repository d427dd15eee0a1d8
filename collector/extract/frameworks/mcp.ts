import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';

/** OpenTelemetry's MCP conventions; the tool's name and arguments are those of GenAI. */
const mcpMethods: Convention = {
  keys: ['mcp.*'],
  read({ attributes }, draft) {
    if (attributes.string('mcp.method.name') === 'tools/call') draft.observationType ??= 'tool';
  },
};

export const mcp: Framework = {
  slug: 'mcp',
  documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/',
  scopes: ['@arizeai/openinference-instrumentation-mcp', 'openinference.instrumentation.mcp*'],
  keys: ['mcp.*'],
  conventions: [mcpMethods, genAi, openInference],
};
