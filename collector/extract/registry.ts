import type { Framework } from './convention.ts';
import { anthropic } from './frameworks/anthropic.ts';
import { claudeCode } from './frameworks/claude-code.ts';
import { langChain } from './frameworks/langchain.ts';
import { llamaIndex } from './frameworks/llamaindex.ts';
import { mcp } from './frameworks/mcp.ts';
import { openAiAgents } from './frameworks/openai-agents.ts';
import { openAi } from './frameworks/openai.ts';
import { openInference } from './frameworks/openinference.ts';
import { otelGenAi } from './frameworks/otel-genai.ts';
import { vercelAi } from './frameworks/vercel-ai.ts';

/**
 * Every framework that is recognised, in the order in which they claim a span (MESSAGES.md section 3): a span belongs
 * to the first row that its scope name, an attribute key or its resource points to. A new framework is one file in
 * `frameworks/`, one row here and one file in `fixtures/`.
 */
export const FRAMEWORKS: readonly Framework[] = [
  // Agent frameworks: they win over whatever recorded them.
  openAiAgents,
  langChain,
  llamaIndex,
  claudeCode,
  vercelAi,
  // Protocols that several frameworks speak.
  mcp,
  // Providers' SDKs.
  openAi,
  anthropic,
  // Conventions: what is left.
  openInference,
  otelGenAi,
];
