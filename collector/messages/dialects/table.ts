import type { Dialect } from './dialect.ts';
import { openInference } from './openinference.ts';
import { otelEvents } from './otel-events.ts';
import { otelMessages } from './otel-messages.ts';
import { vercelAi } from './vercel-ai.ts';

/**
 * All dialects, the surest first: where several speak for a span, each side (instructions, input, output, tools) is the
 * first one's that has it. A new dialect is one file and one row.
 */
export const DIALECTS: readonly Dialect[] = [otelMessages, vercelAi, otelEvents, openInference];
