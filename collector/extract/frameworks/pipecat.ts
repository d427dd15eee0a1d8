import type { ObservationType } from '../../contract/common.ts';
import { CACHE_BESIDE, genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { readSeconds } from '../time.ts';

/**
 * What its spans are, by their names. A model that hears and speaks by itself has a span for what it was asked, for each half of
 * a tool's use and for what it answered. Speech is neither heard nor spoken by a language model.
 */
const SPANS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    conversation: 'chain',
    turn: 'chain',
    llm: 'generation',
    llm_setup: 'chain',
    llm_request: 'chain',
    llm_response: 'generation',
    llm_tool_call: 'tool',
    llm_tool_result: 'chain',
  }),
);

const pipeline: Convention = {
  keys: ['gen_ai.*', 'conversation.id', 'turn.number'],
  read(span, draft) {
    const { attributes } = span;
    draft.observationType ??= SPANS.get(span.name) ?? null;
    if (draft.observationType === 'tool') draft.toolName ??= readName(attributes, 'tool.function_name');
    if (draft.observationType === 'generation')
      draft.timeToFirstTokenMs ??= readSeconds(span, 'metrics.ttfb');
    draft.inputPreview ??=
      inputPreview(attributes.get('input')) ?? valuePreview(attributes.get('tool.arguments'));
    draft.outputPreview ??=
      outputPreview(attributes.get('output')) ?? valuePreview(attributes.get('tool.result'));
  },
};

/** Pipecat's own tracing, which hands on the provider's counts, or OpenInference's recording of it. */
export const pipecat: Framework = {
  slug: 'pipecat',
  documentation: 'https://docs.pipecat.ai/server/utilities/opentelemetry',
  scopes: ['pipecat', 'pipecat.*', 'openinference.instrumentation.pipecat*'],
  conventions: [pipeline, openInference, genAi],
  refine({ scope }, draft) {
    if (scope.name === 'pipecat' && CACHE_BESIDE.has(draft.system ?? '')) draft.cacheIsBesideInput = true;
  },
};
