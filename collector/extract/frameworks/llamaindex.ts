import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';

/** Recorded by OpenInference, by OpenLLMetry or by its own `llama-index-observability-otel`. */
export const llamaIndex: Framework = {
  slug: 'llamaindex',
  documentation: 'https://developers.llamaindex.ai/python/framework/module_guides/observability/',
  scopes: [
    '@arizeai/openinference-instrumentation-llama-index',
    'openinference.instrumentation.llama_index*',
    '@traceloop/instrumentation-llamaindex',
    'opentelemetry.instrumentation.llamaindex*',
    'llamaindex.opentelemetry.tracer',
  ],
  conventions: [openInference, openLlmetry, genAi],
};
