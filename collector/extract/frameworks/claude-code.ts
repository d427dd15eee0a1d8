import type { ObservationType } from '../../contract/common.ts';
import { BETWEEN_SECTIONS, HEADING, REDACTED, headlineOf } from '../../lib/claude-code-sections.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readCount, readName, readStrings } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { textPreview, valuePreview } from '../preview.ts';
import { readMilliseconds } from '../time.ts';

/** Words of the person; tools' answers, which stand in its place as well, say nothing that the tools' own spans do not. */
const ASKED = /(?:^|\n\n---\n\n)\[USER(?: PROMPT)?\]\n/;

/** `span.type`, which is the span's name without its prefix. A tool's waiting and running are parts of its span. */
const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    interaction: 'agent',
    llm_request: 'generation',
    tool: 'tool',
    'tool.blocked_on_user': 'chain',
    'tool.execution': 'chain',
    hook: 'chain',
    // Made from a log record.
    assistant_response: 'chain',
  }),
);

/** Claude Code's own tracing. */
const claudeCodeSpans: Convention = {
  keys: [
    'span.type',
    'interaction.*',
    'user_prompt',
    'tool_name',
    'cache_read_tokens',
    'ttft_ms',
    'llm_request.*',
  ],
  read(span, draft) {
    const { attributes } = span;
    const type = TYPES.get(attributes.string('span.type') ?? span.name.replace('claude_code.', ''));
    draft.observationType ??= type ?? null;
    if (type === 'generation') readRequest(span, draft);
    if (type === 'agent') {
      draft.agentName ??= readName(attributes, 'agent.name', 'agent_name');
      draft.inputPreview ??= askedPreview(attributes.string('user_prompt'));
    }
    if (type === 'tool') {
      draft.toolName ??= readName(attributes, 'tool_name');
      // The spans of a sub-agent have an id for it, and the name stands on the span of the tool that ran it.
      draft.agentName ??= readName(attributes, 'subagent_type');
      draft.inputPreview ??= preview(contentOf(span, 'tool_input') ?? attributes.string('full_command'));
      draft.outputPreview ??= preview(toolOutput(span)) ?? resultPreview(contentOf(span, 'new_context'));
    }
    if (attributes.get('success') === false || attributes.string('success') === 'false')
      draft.hasError = true;
  },
};

/** What an attribute holds under its heading. */
const contentOf = ({ attributes }: SpanInput, key: string): string | undefined =>
  attributes.string(key)?.replace(HEADING, '');

/** What the person said first: a program that goes on with a session writes down all of it. */
function firstAsked(context = ''): string | undefined {
  const asked = ASKED.exec(context);
  return asked === null
    ? undefined
    : context.slice(asked.index + asked[0].length).split(BETWEEN_SECTIONS, 1)[0];
}

function toolOutput(span: SpanInput): string | undefined {
  if (span.eventCount === 0) return undefined;
  const event = span.events().findLast(({ name }) => name === 'tool.output');
  return event?.attributes.string('output') ?? event?.attributes.string('content');
}

/** Content blocks as a tool answers the model. */
const resultPreview = (text: string | undefined): string | null =>
  text === REDACTED ? null : (textPreview(text) ?? valuePreview(text));

function readRequest(span: SpanInput, draft: Draft): void {
  const { attributes } = span;
  draft.requestModel ??= readName(attributes, 'gen_ai.request.model', 'model');
  draft.system ??= readName(attributes, 'gen_ai.system') ?? 'anthropic';
  draft.inputTokens ??= readCount(attributes, 'input_tokens');
  draft.outputTokens ??= readCount(attributes, 'output_tokens');
  draft.cacheReadTokens ??= readCount(attributes, 'cache_read_tokens');
  draft.cacheWriteTokens ??= readCount(attributes, 'cache_creation_tokens');
  draft.timeToFirstTokenMs ??= readMilliseconds(span, 'ttft_ms');
  draft.finishReasons ??= readStrings(attributes, 'gen_ai.response.finish_reasons', 'stop_reason');
  draft.inputPreview ??= askedPreview(firstAsked(attributes.string('new_context')));
  draft.outputPreview ??= preview(attributes.string('response.model_output'));
}

const preview = (text: string | undefined): string | null => (text === REDACTED ? null : valuePreview(text));

const askedPreview = (prompt: string | undefined): string | null =>
  preview(prompt === undefined ? undefined : headlineOf(prompt));

/** Adds the cached tokens to the input. */
const LOGFIRE = 'logfire.claude_agent_sdk';

/**
 * Claude Code and the Claude Agent SDK, by their own telemetry, OpenInference or Logfire. But for the last they hand on what
 * the Messages API counted: cached tokens stand beside the input.
 */
export const claudeCode: Framework = {
  slug: 'claude-code',
  documentation: 'https://docs.claude.com/en/docs/claude-code/monitoring-usage',
  scopes: [
    'com.anthropic.claude_code*',
    '@arizeai/openinference-instrumentation-claude-agent-sdk',
    'openinference.instrumentation.claude_agent_sdk*',
    LOGFIRE,
  ],
  conventions: [claudeCodeSpans, openInference, genAi],
  refine({ scope }, draft) {
    draft.cacheIsBesideInput = scope.name !== LOGFIRE;
  },
};
