import { genAi } from '../conventions/gen-ai.ts';
import { langSmith } from '../conventions/lang-smith.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';
import type { Draft } from '../draft.ts';
import type { SpanInput } from '../fields.ts';

const INTEGRATION_KEYS = [
  'langsmith.metadata.ls_integration',
  'traceloop.association.properties.ls_integration',
  'langfuse.observation.metadata.ls_integration',
] as const;

/** LangChain's agents run on LangGraph, whose metadata they carry too: `ls_integration` says who was called. */
export function nameLangChain({ attributes }: SpanInput, draft: Draft): void {
  for (const key of INTEGRATION_KEYS)
    if (attributes.string(key)?.startsWith('langchain') === true) draft.framework = 'langchain';
}

/**
 * LangGraph has no instrumentation of its own: whatever records LangChain records the metadata that a graph gives its
 * nodes (`langgraph_node`, `langgraph_step`, …), each in its own way. OpenInference's is JSON, which its LangChain row reads.
 */
export const langGraph: Framework = {
  slug: 'langgraph',
  displayName: 'LangGraph',
  documentation: 'https://docs.langchain.com/oss/python/langgraph/observability',
  scopes: ['langgraph', 'langgraph.*', '@arizeai/openinference-instrumentation-langgraph*'],
  keys: [
    'langgraph.*',
    'langsmith.metadata.langgraph_*',
    'traceloop.association.properties.langgraph_*',
    'langfuse.observation.metadata.langgraph_*',
  ],
  conventions: [openInference, langSmith, openLlmetry, genAi],
  refine: nameLangChain,
};
