import type { Framework } from './convention.ts';
import { agentFramework } from './frameworks/agent-framework.ts';
import { agno } from './frameworks/agno.ts';
import { anthropic } from './frameworks/anthropic.ts';
import { autogen } from './frameworks/autogen.ts';
import { awsBedrock } from './frameworks/aws-bedrock.ts';
import { ax } from './frameworks/ax.ts';
import { azureAi } from './frameworks/azure-ai.ts';
import { beeAi } from './frameworks/beeai.ts';
import { braintrust } from './frameworks/braintrust.ts';
import { claudeCode } from './frameworks/claude-code.ts';
import { codex } from './frameworks/codex.ts';
import { copilot } from './frameworks/copilot.ts';
import { crewai } from './frameworks/crewai.ts';
import { dspy } from './frameworks/dspy.ts';
import { effectAi } from './frameworks/effect-ai.ts';
import { geminiCli } from './frameworks/gemini-cli.ts';
import { genkit } from './frameworks/genkit.ts';
import { googleAdk } from './frameworks/google-adk.ts';
import { haystack } from './frameworks/haystack.ts';
import { laminar } from './frameworks/laminar.ts';
import { langChain } from './frameworks/langchain.ts';
import { langfuse } from './frameworks/langfuse.ts';
import { langGraph } from './frameworks/langgraph.ts';
import { langsmith } from './frameworks/langsmith.ts';
import { litellm } from './frameworks/litellm.ts';
import { langtrace } from './frameworks/langtrace.ts';
import { langwatch } from './frameworks/langwatch.ts';
import { liveKit } from './frameworks/livekit.ts';
import { llamaIndex } from './frameworks/llamaindex.ts';
import { logfire } from './frameworks/logfire.ts';
import { mastra } from './frameworks/mastra.ts';
import { mcp } from './frameworks/mcp.ts';
import { mlflow } from './frameworks/mlflow.ts';
import { openAiAgents } from './frameworks/openai-agents.ts';
import { openAi } from './frameworks/openai.ts';
import { opencode } from './frameworks/opencode.ts';
import { openInference } from './frameworks/openinference.ts';
import { openlit } from './frameworks/openlit.ts';
import { otelGenAi } from './frameworks/otel-genai.ts';
import { pipecat } from './frameworks/pipecat.ts';
import { pydanticAi } from './frameworks/pydantic-ai.ts';
import { qwenCode } from './frameworks/qwen-code.ts';
import { semanticKernel } from './frameworks/semantic-kernel.ts';
import { sentry } from './frameworks/sentry.ts';
import { smolagents } from './frameworks/smolagents.ts';
import { springAi } from './frameworks/spring-ai.ts';
import { strands } from './frameworks/strands.ts';
import { tanStackAi } from './frameworks/tanstack-ai.ts';
import { traceloop } from './frameworks/traceloop.ts';
import { vercelAi } from './frameworks/vercel-ai.ts';
import { vertexAi } from './frameworks/vertex-ai.ts';
import { voltAgent } from './frameworks/voltagent.ts';

/**
 * Every framework that is recognised, in the order in which they claim a span: a span belongs
 * to the first row that its scope name, an attribute key or its resource points to. What a new one takes beside its file in
 * `frameworks/` and its row here: "What to touch to add something" in collector/README.md.
 */
export const FRAMEWORKS: readonly Framework[] = [
  // Agent frameworks: they win over whatever recorded them.
  openAiAgents,
  crewai,
  autogen,
  agentFramework,
  semanticKernel,
  pydanticAi,
  langGraph,
  langChain,
  llamaIndex,
  claudeCode,
  googleAdk,
  mastra,
  strands,
  genkit,
  haystack,
  dspy,
  smolagents,
  agno,
  liveKit,
  pipecat,
  geminiCli,
  qwenCode,
  codex,
  copilot,
  opencode,
  tanStackAi,
  voltAgent,
  beeAi,
  ax,
  // Many frameworks are built on it.
  vercelAi,
  // Protocols that several frameworks speak.
  mcp,
  // Its tracer is the application's: whoever has marks of its own comes first.
  springAi,
  // Its SDK records itself, also where one of the next adds its marks to every span.
  anthropic,
  // Whoever records them keeps its own name, whatever the provider.
  langsmith,
  mlflow,
  litellm,
  laminar,
  traceloop,
  openlit,
  langtrace,
  logfire,
  // Providers' SDKs.
  openAi,
  azureAi,
  awsBedrock,
  vertexAi,
  // Platforms' own SDKs.
  langfuse,
  langwatch,
  braintrust,
  sentry,
  // It writes the conventions under whatever name the program has, with signs that are weak.
  effectAi,
  // Conventions: what is left.
  openInference,
  otelGenAi,
];
