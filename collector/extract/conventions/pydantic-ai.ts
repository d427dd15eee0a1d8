import type { Attributes } from '../../decode/records.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readCount, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { choicePreview } from './event-list.ts';

/**
 * Pydantic AI's spans in all versions of its instrumentation (`InstrumentationSettings(version=1…5)`). Input tokens
 * include cached ones. An agent's run bears the sum of its calls.
 */
export const pydanticAi: Convention = {
  keys: [
    'pydantic_ai.*',
    'all_messages_events',
    'events',
    'agent_name',
    'model_name',
    'final_result',
    'tool_arguments',
    'tool_response',
    'tools',
    'gen_ai.*',
  ],
  read(span, draft) {
    const { attributes } = span;
    draft.agentName ??= readName(attributes, 'gen_ai.agent.name', 'agent_name');
    if (isRun(span)) {
      draft.observationType ??= 'agent';
      draft.requestModel ??= readName(attributes, 'gen_ai.request.model', 'model_name');
      readSum(attributes, draft);
    } else if (isToolBundle(span)) draft.observationType ??= 'chain';
    else if (attributes.has('gen_ai.tool.name')) draft.observationType ??= 'tool';
    readPreviews(span, draft);
  },
};

/** What the calls of a run used: a call's keys under another name, so that who adds up the keys counts no call twice. */
function readSum(attributes: Attributes, draft: Draft): void {
  const count = (...names: readonly string[]): number | null =>
    readCount(attributes, ...names.map((name) => `gen_ai.aggregated_usage.${name}`));
  draft.inputTokens ??= count('input_tokens');
  draft.outputTokens ??= count('output_tokens');
  draft.cacheReadTokens ??= count('cache_read.input_tokens', 'details.cache_read_tokens');
  draft.cacheWriteTokens ??= count('cache_creation.input_tokens', 'details.cache_write_tokens');
  draft.reasoningTokens ??= count(
    'details.reasoning_tokens',
    'details.thoughts_tokens',
    'details.thinking_tokens',
  );
  draft.audioInputTokens ??= count('details.input_audio_tokens');
  draft.audioOutputTokens ??= count('details.output_audio_tokens');
}

function isRun({ name, attributes }: SpanInput): boolean {
  return (
    attributes.has('pydantic_ai.all_messages') ||
    attributes.has('all_messages_events') ||
    attributes.has('agent_name') ||
    name === 'agent run'
  );
}

/** The span around the tools that one answer called. */
const isToolBundle = ({ name, attributes }: SpanInput): boolean =>
  /^running (\d+ )?tools?$/.test(name) && !attributes.has('gen_ai.tool.name');

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  draft.inputPreview ??=
    valuePreview(attributes.get('tool_arguments')) ??
    inputPreview(attributes.get('pydantic_ai.all_messages')) ??
    inputPreview(attributes.get('all_messages_events')) ??
    inputPreview(attributes.get('events'));
  draft.outputPreview ??=
    valuePreview(attributes.get('tool_response')) ??
    valuePreview(attributes.get('final_result')) ??
    choicePreview(attributes.get('events')) ??
    outputPreview(attributes.get('pydantic_ai.all_messages')) ??
    outputPreview(attributes.get('all_messages_events'));
}
