import type { Framework } from './convention.ts';
import { anthropic } from './frameworks/anthropic.ts';
import { claudeCode } from './frameworks/claude-code.ts';
import { codex } from './frameworks/codex.ts';
import { copilot } from './frameworks/copilot.ts';
import { geminiCli } from './frameworks/gemini-cli.ts';
import { genkit } from './frameworks/genkit.ts';
import { googleAdk } from './frameworks/google-adk.ts';
import { langChain } from './frameworks/langchain.ts';
import { langfuse } from './frameworks/langfuse.ts';
import { llamaIndex } from './frameworks/llamaindex.ts';
import { mastra } from './frameworks/mastra.ts';
import { mcp } from './frameworks/mcp.ts';
import { openAiAgents } from './frameworks/openai-agents.ts';
import { openAi } from './frameworks/openai.ts';
import { openInference } from './frameworks/openinference.ts';
import { otelGenAi } from './frameworks/otel-genai.ts';
import { strands } from './frameworks/strands.ts';
import { vercelAi } from './frameworks/vercel-ai.ts';
import { vertexAi } from './frameworks/vertex-ai.ts';

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
  googleAdk,
  mastra,
  strands,
  genkit,
  geminiCli,
  codex,
  copilot,
  // Many frameworks are built on it.
  vercelAi,
  // Protocols that several frameworks speak.
  mcp,
  // Providers' SDKs.
  openAi,
  anthropic,
  vertexAi,
  // Platforms' own SDKs.
  langfuse,
  // Conventions: what is left.
  openInference,
  otelGenAi,
];
