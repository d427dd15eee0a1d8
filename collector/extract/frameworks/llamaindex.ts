import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';

/** OpenLLMetry calls all that is no model call a task: what a span is named by is LlamaIndex.TS's own method. */
const namedTask: Convention = {
  keys: ['traceloop.span.kind'],
  read({ name, attributes }, draft) {
    const isTask = attributes.string('traceloop.span.kind') === 'task';
    if (isTask && name.endsWith('.retrieve')) draft.observationType ??= 'retriever';
    if (isTask && name.endsWith('.get_query_embedding')) draft.observationType ??= 'embedding';
  },
};

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
  conventions: [openInference, namedTask, openLlmetry, genAi],
};
