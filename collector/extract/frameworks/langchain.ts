import { genAi } from '../conventions/gen-ai.ts';
import { jsonFields } from '../conventions/json-value.ts';
import { langfuseObservation } from '../conventions/langfuse-observation.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import { sentryAnswers } from '../conventions/sentry.ts';
import type { Framework } from '../convention.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { isCalledByLangChain, readRun } from './langgraph.ts';

const OPENLLMETRY_JS = '@traceloop/instrumentation-langchain';

/** Recorded by OpenInference, OpenLLMetry or Langfuse; LangChain counts cached tokens into the input, whatever the provider. */
export const langChain: Framework = {
  slug: 'langchain',
  documentation: 'https://docs.langchain.com/oss/javascript/langchain/observability',
  scopes: [
    '@arizeai/openinference-instrumentation-langchain*',
    'openinference.instrumentation.langchain*',
    OPENLLMETRY_JS,
    'opentelemetry.instrumentation.langchain*',
  ],
  // Langfuse's callbacks record it under a scope of their own.
  keys: ['langfuse.observation.metadata.ls_*'],
  values: { 'sentry.origin': ['auto.ai.langchain'] },
  conventions: [openInference, openLlmetry, langfuseObservation, sentryAnswers, genAi],
  refine(span, draft) {
    if (isGraph(span.name, draft.metadata)) draft.framework = 'langgraph';
    // Its name there is that of its class.
    if (span.scope.name === OPENLLMETRY_JS && draft.observationType === 'tool')
      draft.toolName = nameInResult(span) ?? draft.toolName;
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

/** The tool's name in the message that it answered with. */
const nameInResult = ({ attributes }: SpanInput): string | null =>
  jsonFields(attributes, 'traceloop.entity.output')?.object('kwargs')?.name('name') ?? null;
