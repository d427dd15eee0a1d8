import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';
import { memberString } from '../json-scan.ts';
import { textPreview } from '../preview.ts';
import { isCalledByLangChain } from './langgraph.ts';

/** Recorded by OpenInference or OpenLLMetry; LangChain counts cached tokens into the input, whatever the provider. */
export const langChain: Framework = {
  slug: 'langchain',
  documentation: 'https://docs.langchain.com/oss/javascript/langchain/observability',
  scopes: [
    '@arizeai/openinference-instrumentation-langchain*',
    'openinference.instrumentation.langchain*',
    '@traceloop/instrumentation-langchain',
    'opentelemetry.instrumentation.langchain*',
  ],
  conventions: [openInference, openLlmetry, genAi],
  refine(span, draft) {
    if (isGraph(span.name, draft.metadata)) draft.framework = 'langgraph';
    if (draft.observationType === 'tool')
      draft.outputPreview = textPreview(span.attributes.get('output.value')) ?? draft.outputPreview;
    if (draft.metadata === null) return;
    draft.system ??= memberString(draft.metadata, 'ls_provider');
    draft.userId ??= memberString(draft.metadata, 'user_id');
    draft.agentName ??= memberString(draft.metadata, 'lc_agent_name');
    // createAgent is a graph, so OpenInference calls its run a chain; the run bears the agent's name.
    if (draft.agentName !== null && draft.agentName === span.name && draft.observationType === 'chain')
      draft.observationType = 'agent';
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
