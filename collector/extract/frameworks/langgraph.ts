import { genAi } from '../conventions/gen-ai.ts';
import { jsonFields } from '../conventions/json-value.ts';
import { langfuseObservation } from '../conventions/langfuse-observation.ts';
import { langSmith } from '../conventions/lang-smith.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import { sentryAnswers } from '../conventions/sentry.ts';
import type { Framework } from '../convention.ts';
import type { Draft } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { textPreview } from '../preview.ts';

const METADATA = [
  'langsmith.metadata.',
  'traceloop.association.properties.',
  'langfuse.observation.metadata.',
] as const;

/** LangChain's agents run on LangGraph, whose metadata they carry too: `ls_integration` says who was called. */
export function nameLangChain({ attributes }: SpanInput, draft: Draft): void {
  for (const prefix of METADATA)
    if (isCalledByLangChain((key) => attributes.string(`${prefix}${key}`) ?? null))
      draft.framework = 'langchain';
}

/**
 * Whether LangChain's metadata, beside that of a graph, is of one of LangChain's own agents. Chat models say `ls_integration`
 * for themselves, whoever called them: then the agent's name or its node tells.
 */
export function isCalledByLangChain(metadata: (key: string) => string | null): boolean {
  const integration = metadata('ls_integration');
  if (integration !== 'langchain_chat_model') return integration?.startsWith('langchain') === true;
  return metadata('lc_agent_name') !== null || metadata('langgraph_node') === 'model_request';
}

const RESULTS = ['output.value', 'langfuse.observation.output', 'traceloop.entity.output'] as const;

/** What the metadata of a run says of it, whoever recorded it, and a tool's result, which is a serialized message. */
export function readRun({ name, attributes }: SpanInput, draft: Draft): void {
  const key = RESULTS.find((one) => attributes.has(one));
  if (draft.observationType === 'tool' && key !== undefined)
    draft.outputPreview = textPreview(attributes.get(key)) ?? draft.outputPreview;
  if (draft.observationType === 'generation') draft.finishReasons ??= readStreamedReason(attributes);
  if (draft.metadata === null) return;
  draft.system ??= memberString(draft.metadata, 'ls_provider');
  draft.userId ??= memberString(draft.metadata, 'user_id');
  draft.agentName ??= memberString(draft.metadata, 'lc_agent_name');
  const isChain = (draft.observationType ?? draft.category) === 'chain';
  // It hands on what the graph was given. LangSmith's exports have it in place of the function around the graph.
  if (isChain && memberString(draft.metadata, 'langgraph_node') === '__start__') draft.outputPreview = null;
  // createAgent is a graph, so its run is recorded as a chain; the run bears the agent's name.
  if (draft.agentName !== null && draft.agentName === name && isChain) draft.observationType = 'agent';
}

/** What a chunk of Anthropic's said why it was the last stays beside what the chunks were joined to. */
function readStreamedReason(attributes: SpanInput['attributes']): readonly string[] | null {
  const generation = jsonFields(attributes, 'output.value')?.first('generations');
  const message = generation?.object('message')?.object('kwargs');
  const reason = message?.object('additional_kwargs')?.name('stop_reason') ?? null;
  return reason === null ? null : [reason];
}

/**
 * LangGraph has no instrumentation of its own: whatever records LangChain records the metadata that a graph gives its
 * nodes (`langgraph_node`, `langgraph_step`, …), each in its own way. OpenInference's is JSON, which its LangChain row reads.
 */
export const langGraph: Framework = {
  slug: 'langgraph',
  documentation: 'https://docs.langchain.com/oss/python/langgraph/observability',
  scopes: ['langgraph', 'langgraph.*', '@arizeai/openinference-instrumentation-langgraph*'],
  keys: [
    'langgraph.*',
    'langsmith.metadata.langgraph_*',
    'traceloop.association.properties.langgraph_*',
    'langfuse.observation.metadata.langgraph_*',
  ],
  values: { 'sentry.origin': ['auto.ai.langgraph'] },
  conventions: [openInference, langSmith, openLlmetry, langfuseObservation, sentryAnswers, genAi],
  refine(span, draft) {
    nameLangChain(span, draft);
    readRun(span, draft);
  },
};
