import type { ObservationType } from '../../contract/common.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, MAX_COST, readCount, readName, readNumber, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';

/** `span.type`; what has none is the whole run of what `entity.type` names. */
const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    llm: 'generation',
    tool: 'tool',
    retriever: 'retriever',
    vector: 'retriever',
    embedding: 'embedding',
    guardrail: 'guardrail',
    scorer: 'evaluator',
  }),
);

const voltAgentSpans: Convention = {
  keys: ['entity.*', 'span.type'],
  read(span, draft) {
    const { attributes } = span;
    const type = typeOf(span);
    draft.observationType ??= type;
    if (type === 'agent') {
      // The others of a sub-agent have the name of the agent above it.
      draft.agentName ??= readName(attributes, 'subagent.name', 'entity.name');
      readModel(readName(attributes, 'ai.model.name'), draft);
      readUsage(span, draft, 'usage.');
    }
    if (type === 'generation') {
      draft.operationName ??= readName(attributes, 'llm.operation');
      readModel(readName(attributes, 'llm.model'), draft);
      if (isWhole(span)) readUsage(span, draft, 'llm.usage.');
    }
    if (type === 'embedding') readModel(readName(attributes, 'embedding.model'), draft);
    if (type === 'tool') draft.toolName ??= readName(attributes, 'tool.name');
    draft.finishReasons ??= readStrings(attributes, 'llm.finish_reason', 'ai.response.finish_reason');
    readPreviews(span, draft);
  },
};

function typeOf({ attributes }: SpanInput): ObservationType {
  const type = attributes.string('span.type');
  if (type === undefined) return attributes.string('entity.type') === 'agent' ? 'agent' : 'chain';
  // What its own tool for finding tools does inside.
  if (attributes.has('tool.search.query') && type === 'tool') return 'retriever';
  if (attributes.string('memory.operation') === 'read') return 'retriever';
  return TYPES.get(type) ?? 'chain';
}

/** Where a router was asked, its name stands before the model's. */
function readModel(name: string | null, draft: Draft): void {
  const slash = name?.indexOf('/') ?? -1;
  if (name !== null && slash > 0) draft.system ??= name.slice(0, slash);
  draft.requestModel ??= name?.slice(slash + 1) || null;
}

/**
 * A call runs until its tools are done, but counts its last step alone; the agent counts all of them, which is left out
 * where anything below counts. What has no attempts (a title) is no part of the agent's counts.
 */
const isWhole = ({ attributes }: SpanInput): boolean =>
  attributes.has('llm.attempt') && (attributes.number('llm.tools.count') ?? 0) === 0;

/** Cached tokens are in the input. */
function readUsage({ attributes }: SpanInput, draft: Draft, prefix: string): void {
  draft.inputTokens ??= readCount(attributes, `${prefix}prompt_tokens`);
  draft.outputTokens ??= readCount(attributes, `${prefix}completion_tokens`);
  draft.totalTokens ??= readCount(attributes, `${prefix}total_tokens`);
  draft.cacheReadTokens ??= readCount(attributes, `${prefix}cached_tokens`);
  draft.reasoningTokens ??= readCount(attributes, `${prefix}reasoning_tokens`);
  draft.totalCost ??= readNumber(attributes, MAX_COST, 'usage.cost');
}

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  const type = draft.observationType;
  const input =
    attributes.get('input') ??
    attributes.get('llm.messages') ??
    attributes.get('guardrail.input.original') ??
    attributes.get('guardrail.output.original');
  // What the memory answers is no answer of the agent's, though of a run that failed it comes last.
  const isMemory = attributes.has('memory.operation');
  const output = isMemory ? undefined : (attributes.get('output') ?? attributes.get('guardrail.message'));
  draft.inputPreview ??= type === 'tool' ? valuePreview(input) : inputPreview(input);
  const hasAnswer = type === 'chain' || type === 'agent' || type === 'generation';
  draft.outputPreview ??= (hasAnswer ? outputPreview(output) : null) ?? valuePreview(output);
}

/** VoltAgent's own spans, which it writes beside those of the AI SDK that it is built on. */
export const voltAgent: Framework = {
  slug: 'voltagent',
  documentation: 'https://voltagent.dev/docs/observability/overview/',
  scopes: ['@voltagent/*'],
  keys: ['voltagent.*'],
  conventions: [voltAgentSpans],
};
