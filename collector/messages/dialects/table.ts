import { autogen } from './autogen.ts';
import { crewai } from './crewai.ts';
import type { Dialect } from './dialect.ts';
import { logfire } from './logfire.ts';
import { mlflow } from './mlflow.ts';
import { openInference } from './openinference.ts';
import { openLlmetry } from './openllmetry.ts';
import { openlit } from './openlit.ts';
import { otelEvents } from './otel-events.ts';
import { otelMessages } from './otel-messages.ts';
import { pydanticAi } from './pydantic-ai.ts';
import { vercelAi } from './vercel-ai.ts';

/**
 * All dialects, the surest first: where several speak for a span, each side (instructions, input, output, tools) is the
 * first one's that has it. A new dialect is one file and one row.
 */
export const DIALECTS: readonly Dialect[] = [
  otelMessages,
  vercelAi,
  pydanticAi,
  openlit,
  otelEvents,
  crewai,
  openInference,
  openLlmetry,
  logfire,
  mlflow,
  autogen,
];
