import { autogen } from './autogen.ts';
import { ax } from './ax.ts';
import { beeAi } from './beeai.ts';
import { braintrust } from './braintrust.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { crewai } from './crewai.ts';
import type { Dialect } from './dialect.ts';
import { dspy } from './dspy.ts';
import { effectAi } from './effect-ai.ts';
import { geminiCliOperations } from './gemini-cli-operations.ts';
import { geminiCli } from './gemini-cli.ts';
import { genkit } from './genkit.ts';
import { googleAdk } from './google-adk.ts';
import { googleGenAi } from './google-genai.ts';
import { haystack } from './haystack.ts';
import { laminar } from './laminar.ts';
import { langfuse } from './langfuse.ts';
import { langtrace } from './langtrace.ts';
import { langwatch } from './langwatch.ts';
import { liveKit } from './livekit.ts';
import { logfire } from './logfire.ts';
import { lookups } from './lookups.ts';
import { mastra } from './mastra.ts';
import { mlflow } from './mlflow.ts';
import { openInference } from './openinference.ts';
import { openlit } from './openlit.ts';
import { openLlmetry } from './openllmetry.ts';
import { otelEvents } from './otel-events.ts';
import { otelMessages } from './otel-messages.ts';
import { pipecat } from './pipecat.ts';
import { pydanticAi } from './pydantic-ai.ts';
import { qwenCode } from './qwen-code.ts';
import { sentry } from './sentry.ts';
import { smolagents } from './smolagents.ts';
import { springAi } from './spring-ai.ts';
import { strands } from './strands.ts';
import { vercelAi } from './vercel-ai.ts';
import { voltAgent } from './voltagent.ts';

/**
 * All dialects, the surest first: where several speak for a span, each side (instructions, input, output, tools) is the
 * first one's that has it. A new dialect is one file and one row.
 */
export const DIALECTS: readonly Dialect[] = [
  // It adds to the conventions' messages what they have no place for.
  copilot,
  qwenCode,
  // It writes a tool's arguments in a way of its own, under the conventions' key.
  googleGenAi,
  // It writes other things than messages under their keys.
  geminiCliOperations,
  // It may have a content's blocks for its text.
  sentry,
  // The conventions' event is on half of its tools, and says less.
  ax,
  otelMessages,
  vercelAi,
  pydanticAi,
  openlit,
  langtrace,
  otelEvents,
  googleAdk,
  claudeCode,
  langfuse,
  genkit,
  mastra,
  codex,
  geminiCli,
  strands,
  springAi,
  effectAi,
  voltAgent,
  crewai,
  haystack,
  dspy,
  smolagents,
  beeAi,
  liveKit,
  pipecat,
  // What is flattened says more than the raw output beside it.
  lookups,
  openInference,
  openLlmetry,
  laminar,
  langwatch,
  braintrust,
  logfire,
  mlflow,
  autogen,
];
