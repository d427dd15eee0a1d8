import { genAi } from '../conventions/gen-ai.ts';
import { langfuseObservation } from '../conventions/langfuse-observation.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';
import { memberString } from '../json-scan.ts';
import { isCalledByLangChain, readRun } from './langgraph.ts';

/** Recorded by OpenInference, OpenLLMetry or Langfuse; LangChain counts cached tokens into the input, whatever the provider. */
export const langChain: Framework = {
  slug: 'langchain',
  documentation: 'https://docs.langchain.com/oss/javascript/langchain/observability',
  scopes: [
    '@arizeai/openinference-instrumentation-langchain*',
    'openinference.instrumentation.langchain*',
    '@traceloop/instrumentation-langchain',
    'opentelemetry.instrumentation.langchain*',
  ],
  // Langfuse's callbacks record it under a scope of their own.
  keys: ['langfuse.observation.metadata.ls_*'],
  conventions: [openInference, openLlmetry, langfuseObservation, genAi],
  refine(span, draft) {
    if (isGraph(span.name, draft.metadata)) draft.framework = 'langgraph';
    readRun(span, draft);
  },
};

/**
 * A run of a graph, or of one of its nodes and what it called: they carry the graph's metadata. LangChain's agents are graphs
 * too, and say so in `ls_integration`.
 */
function isGraph(name: string, metadata: string | null): boolean {
  if (metadata === null) return name === 'LangGraph';
  if (isCalledByLangChain((key) => memberString(metadata, key))) return false;
  return (
    name === 'LangGraph' ||
    metadata.includes('"langgraph_') ||
    memberString(metadata, 'ls_integration') === 'langgraph'
  );
}
