import { genAi } from '../conventions/gen-ai.ts';
import type { Framework } from '../convention.ts';
import { refineFailedChat } from './tanstack-ai.ts';

/** Spans in OpenTelemetry's GenAI conventions that no framework's own marks claim. */
export const otelGenAi: Framework = {
  slug: 'otel-genai',
  documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/',
  keys: genAi.keys,
  conventions: [genAi],
  refine(span, draft) {
    const { attributes } = span;
    // OpenLLMetry names the agent on whatever the program does below it.
    draft.isBystander =
      attributes.has('traceloop.workflow.name') &&
      draft.observationType === null &&
      draft.operationName === null;
    refineFailedChat(span, draft);
  },
};
