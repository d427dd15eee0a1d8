import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { readMoment } from '../time.ts';

/** `mastra.span.type`; the names before version 0.24 had `llm` for `model`. */
const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    agent_run: 'agent',
    model_generation: 'generation',
    model_inference: 'generation',
    llm_generation: 'generation',
    model_step: 'chain',
    model_chunk: 'chain',
    llm_chunk: 'chain',
    tool_call: 'tool',
    mcp_tool_call: 'tool',
    client_tool_call: 'tool',
    provider_tool_call: 'tool',
    rag_embedding: 'embedding',
    rag_vector_operation: 'retriever',
    scorer_run: 'evaluator',
  }),
);

/** They look after a conversation: what they give may be all of it, of earlier turns too, and is no answer. */
const KEEPERS: ReadonlySet<string> = new Set(['memory_operation', 'processor_run']);

/** What the program that asked has to run itself: its name is the span's alone, what to run it with the metadata's. */
const CLIENT_TOOL = 'client_tool_call';

/** Operations of a span that is the model call; the others of a call belong to the loop around it. */
const CALLS: ReadonlySet<string> = new Set(['chat', 'tool_selection']);

const mastraSpans: Convention = {
  keys: ['mastra.*'],
  read(span, draft) {
    const { attributes } = span;
    const type = attributes.string('mastra.span.type');
    if (type !== undefined) draft.observationType ??= typeOf(type, span);
    draft.timeToFirstTokenMs ??= readMoment(span, 'mastra.completion_start_time');
    if (type !== undefined) readPreviews(type, span, draft);
  },
};

/**
 * An inference is one call of a model. A generation is the loop around it, and stands for the calls in it where it carries
 * their model and usage (versions without inferences; the Arize exporter; the bridge, whose inferences have neither). Steps
 * and chunks are parts of a call, whatever kind the Arize exporter gives them.
 */
function typeOf(type: string, { attributes }: SpanInput): ObservationType {
  const found = TYPES.get(type) ?? 'chain';
  if (found !== 'generation') return found;
  const operation = attributes.string('gen_ai.operation.name');
  const isCall =
    operation === undefined
      ? type === 'model_inference' ||
        attributes.has('llm.model_name') ||
        attributes.has('llm.token_count.prompt')
      : CALLS.has(operation);
  return isCall ? 'generation' : 'chain';
}

function readPreviews(type: string, { name, attributes }: SpanInput, draft: Draft): void {
  const isTool = draft.observationType === 'tool';
  const isClientTool = type === CLIENT_TOOL;
  if (isClientTool && name.startsWith(`${CLIENT_TOOL} `))
    draft.toolName ??= name.slice(CLIENT_TOOL.length + 1);
  const input =
    attributes.get(`mastra.${type}.input`) ??
    attributes.get(isClientTool ? 'mastra.metadata.args' : 'gen_ai.tool.input');
  const output = attributes.get(`mastra.${type}.output`) ?? attributes.get('gen_ai.tool.output');
  draft.inputPreview ??= isTool ? valuePreview(input) : inputPreview(input);
  if (!KEEPERS.has(type)) draft.outputPreview ??= isTool ? valuePreview(output) : outputPreview(output);
}

/** By its OTel exporter or its Arize exporter, which rewrites spans to OpenInference. Cached tokens are in the input. */
export const mastra: Framework = {
  slug: 'mastra',
  documentation: 'https://mastra.ai/docs/observability/tracing/exporters/otel',
  scopes: ['@mastra/*'],
  keys: ['mastra.*'],
  conventions: [mastraSpans, openInference, genAi],
  refine(span, draft) {
    if (draft.observationType === 'agent')
      draft.agentName ??= readName(span.attributes, 'gen_ai.agent.id', 'agent.id');
    // The Arize exporter moves what it does not know into OpenInference's metadata.
    const metadata = span.attributes.string('metadata');
    if (metadata === undefined) return;
    draft.sessionId ??= memberString(metadata, 'sessionId') ?? memberString(metadata, 'threadId');
    draft.userId ??= memberString(metadata, 'userId') ?? memberString(metadata, 'resourceId');
    draft.environment ??= memberString(metadata, 'environment');
  },
};
