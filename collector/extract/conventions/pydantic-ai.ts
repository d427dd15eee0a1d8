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
      draft.inputTokens ??= readCount(attributes, 'gen_ai.aggregated_usage.input_tokens');
      draft.outputTokens ??= readCount(attributes, 'gen_ai.aggregated_usage.output_tokens');
    } else if (isToolBundle(span)) draft.observationType ??= 'chain';
    else if (attributes.has('gen_ai.tool.name')) draft.observationType ??= 'tool';
    readPreviews(span, draft);
  },
};

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
