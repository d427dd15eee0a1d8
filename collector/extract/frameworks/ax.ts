import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readCount, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';

const STREAMING = 'gen_ai.request.llm_is_streaming';
const TOOL_MODE = 'tool.mode';
const SIGNATURE = 'signature_name';
const FLOW_STEPS = 'auto_parallel_enabled';
const PROGRAM_TYPE = 'ax.program.type';
/** What a program, and each one below it, has for an id unless it was given one. */
const NO_ID = /^root(?:\.|$)/;

/** Calls, tools and the programs around them. What was said is in none of its spans, not even where it is to be recorded. */
const axSpans: Convention = {
  keys: [STREAMING, TOOL_MODE, SIGNATURE, FLOW_STEPS, PROGRAM_TYPE],
  read(span, draft) {
    const { attributes } = span;
    if (attributes.has(TOOL_MODE)) {
      draft.observationType ??= 'tool';
      draft.toolName ??= readName(attributes, 'tool.name');
    } else if (attributes.string(PROGRAM_TYPE) === 'AxAgent') {
      draft.observationType ??= 'agent';
      const id = readName(attributes, 'ax.program.id');
      if (id !== null && !NO_ID.test(id)) draft.agentName ??= id;
    } else if (attributes.has(SIGNATURE) || attributes.has(FLOW_STEPS)) draft.observationType ??= 'chain';
    else readUsage(span, draft);
  },
};

/**
 * It tells tokens in an event. Those of the total that are neither input nor output are cached ones, which it takes out of the
 * input, and thoughts where the provider, as Gemini does, counts them beside the output.
 */
function readUsage(span: SpanInput, draft: Draft): void {
  const usage = span.eventCount === 0 ? undefined : span.events().find(({ name }) => name === 'gen_ai.usage');
  if (usage === undefined) return;
  const { attributes } = usage;
  const input = readCount(attributes, 'gen_ai.usage.input_tokens');
  const output = readCount(attributes, 'gen_ai.usage.output_tokens');
  const total = readCount(attributes, 'gen_ai.usage.total_tokens');
  const thoughts = readCount(attributes, 'gen_ai.usage.thoughts_tokens');
  const left = (total ?? 0) - (input ?? 0) - (output ?? 0);
  const isBeside =
    thoughts !== null && thoughts > 0 && (left === thoughts || (left > thoughts && isGemini(span)));
  const cached = left - (isBeside ? thoughts : 0);
  draft.reasoningTokens ??= thoughts;
  draft.reasoningIsBesideOutput = isBeside;
  draft.inputTokens ??= cached > 0 ? (input ?? 0) + cached : input;
  draft.outputTokens ??= output;
  draft.totalTokens ??= total;
}

const isGemini = ({ attributes }: SpanInput): boolean =>
  ['gen_ai.system', 'gen_ai.request.model'].some((key) => /gemini/i.test(attributes.string(key) ?? ''));

/** Ax, a DSPy for TypeScript, whose tracer is named by the program. */
export const ax: Framework = {
  slug: 'ax',
  documentation: 'https://github.com/ax-llm/ax/tree/main/docs',
  keys: [STREAMING, 'ax.session.id', 'ax.program.*'],
  // Behind it stands the label that a program was given.
  names: ['AxGen', 'AxGen > *', 'AxFlow', 'AxFlow > *'],
  values: { [TOOL_MODE]: ['native'] },
  conventions: [axSpans, genAi],
};
