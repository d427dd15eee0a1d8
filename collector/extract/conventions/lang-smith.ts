import type { ObservationType } from '../../contract/common.ts';
import { callsModel } from '../../contract/model-calls.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { valuePreview } from '../preview.ts';
import { jsonFields } from './json-value.ts';

const KINDS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    llm: 'generation',
    embedding: 'embedding',
    retriever: 'retriever',
    tool: 'tool',
    chain: 'chain',
    prompt: 'chain',
    parser: 'chain',
  }),
);

/**
 * LangSmith's OpenTelemetry export (langsmith-sdk, `_otel_exporter.py` and `translator.ts`): run types say what a span is,
 * since its `gen_ai.operation.name` calls a prompt template a chat. Input tokens include cached ones, as in LangChain's
 * `usage_metadata`.
 */
export const langSmith: Convention = {
  keys: ['langsmith.*', 'gen_ai.usage.input_token_details', 'gen_ai.usage.output_token_details'],
  read(span, draft) {
    const { attributes } = span;
    const kind = KINDS.get(attributes.string('langsmith.span.kind') ?? '') ?? null;
    draft.observationType ??= kind;
    draft.agentName ??= readName(attributes, 'langsmith.metadata.lc_agent_name');
    // createAgent is a graph, so its run is a chain; the run bears the agent's name.
    if (kind === 'chain' && draft.agentName !== null && draft.agentName === span.name)
      draft.observationType = 'agent';
    if (kind === 'tool')
      draft.toolName ??=
        readName(attributes, 'gen_ai.tool.name', 'langsmith.trace.name') ?? (span.name || null);
    draft.finishReasons ??= listed(readName(attributes, 'gen_ai.response.finish_reasons'));
    draft.tags ??= listed(readName(attributes, 'langsmith.span.tags'));
    // `gen_ai.system` is guessed from the model's name, and "langchain" where that fails.
    draft.system ??= readName(attributes, 'langsmith.metadata.ls_provider');
    draft.requestModel ??= readName(attributes, 'gen_ai.request.model', 'langsmith.metadata.ls_model_name');
    if (callsModel(kind)) readUsage(span, draft);
    if (kind !== 'tool') return;
    draft.inputPreview ??= valuePreview(attributes.get('gen_ai.prompt'));
    draft.outputPreview ??= valuePreview(attributes.get('gen_ai.completion'));
  },
};

/** Lists are joined by commas. */
function listed(text: string | null): readonly string[] | null {
  const items = text?.split(/,\s*/).filter((item) => item !== '') ?? [];
  return items.length === 0 ? null : items.slice(0, 100);
}

function readUsage({ attributes }: SpanInput, draft: Draft): void {
  const usage = jsonFields(attributes, 'langsmith.usage_metadata');
  const input =
    usage?.object('input_token_details') ?? jsonFields(attributes, 'gen_ai.usage.input_token_details');
  const output =
    usage?.object('output_token_details') ?? jsonFields(attributes, 'gen_ai.usage.output_token_details');
  draft.inputTokens ??= usage?.count('input_tokens') ?? null;
  draft.outputTokens ??= usage?.count('output_tokens') ?? null;
  draft.totalTokens ??= usage?.count('total_tokens') ?? null;
  draft.cacheReadTokens ??= input?.count('cache_read') ?? null;
  // LangChain takes the sum of what was written away (0) where it tells how long the cache keeps it.
  const forHour = input?.count('ephemeral_1h_input_tokens') ?? null;
  const written = (input?.count('ephemeral_5m_input_tokens') ?? 0) + (forHour ?? 0);
  draft.cacheWriteTokens ??= written || (input?.count('cache_creation') ?? null);
  draft.cacheWriteHourTokens ??= forHour;
  draft.reasoningTokens ??= output?.count('reasoning') ?? null;
  draft.audioInputTokens ??= input?.count('audio') ?? null;
  draft.audioOutputTokens ??= output?.count('audio') ?? null;
  draft.totalCost ??= usage?.dollars('total_cost') ?? null;
}
