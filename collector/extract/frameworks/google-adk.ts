import { readGeminiUsage } from '../conventions/gemini-usage.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readCount } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, memberStart, memberString } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';

/** What stands where a tool had no answer, as one that failed. */
const UNSPECIFIED = '<not specified>';
/** A span that the runner opens around several tools' answers: they have spans of their own. */
const MERGED = '(merged tools)';

/** What ADK writes beside the GenAI conventions: the whole request and response of Gemini's API, as JSON text. */
const vertexAgent: Convention = {
  keys: ['gcp.vertex.agent.*'],
  read(span, draft) {
    const { attributes } = span;
    const operation = attributes.string('gen_ai.operation.name');
    if (operation === 'execute_tool') return readTool(span, draft);
    if (operation === undefined && attributes.has('gcp.vertex.agent.llm_request'))
      draft.observationType ??= 'generation';
    draft.inputPreview ??=
      inputPreview(attributes.get('gcp.vertex.agent.llm_request')) ??
      inputPreview(attributes.get('gcp.vertex.agent.data'));
    const response = attributes.string('gcp.vertex.agent.llm_response');
    if (response === undefined) return;
    draft.outputPreview ??= outputPreview(response);
    draft.responseModel ??= memberString(response, 'modelVersion') ?? memberString(response, 'model_version');
    readUsage(response, draft);
  },
};

function readTool({ attributes }: SpanInput, draft: Draft): void {
  if (attributes.string('gen_ai.tool.name') === MERGED) draft.observationType ??= 'chain';
  draft.inputPreview ??= valuePreview(attributes.get('gcp.vertex.agent.tool_call_args'));
  const answer = attributes.get('gcp.vertex.agent.tool_response');
  const isMissing = typeof answer === 'string' && memberString(answer, 'result') === UNSPECIFIED;
  if (!isMissing) draft.outputPreview ??= valuePreview(answer);
}

/** Versions before 2.3 copied only prompt and candidates into `gen_ai.usage.*`. */
function readUsage(response: string, draft: Draft): void {
  const limit = Math.min(response.length, SCAN_LIMIT);
  const camel = memberStart(response, 0, 'usageMetadata', limit);
  const usage = camel < 0 ? memberStart(response, 0, 'usage_metadata', limit) : camel;
  if (usage >= 0) readGeminiUsage(response, usage, draft);
}

/** Without the response's own numbers: `experimental` is what reasoning was called while it stood beside the output. */
function readOldReasoning({ attributes }: SpanInput, draft: Draft): void {
  if (draft.reasoningTokens !== null) return;
  draft.reasoningTokens = readCount(attributes, 'gen_ai.usage.experimental.reasoning_tokens');
  draft.reasoningIsBesideOutput = draft.reasoningTokens !== null;
}

const CALL_SPAN = 'call_llm';
const TOOL_SPAN = 'execute_tool ';

/** ADK for JavaScript writes nothing on the span of a call or a tool that failed, but its name. */
function readSpanName({ name }: SpanInput, draft: Draft): void {
  if (draft.observationType !== null) return;
  if (name === CALL_SPAN) draft.observationType = 'generation';
  if (!name.startsWith(TOOL_SPAN)) return;
  draft.observationType = 'tool';
  draft.toolName = name.slice(TOOL_SPAN.length) || null;
}

/** Google's Agent Development Kit in any language, by its own telemetry or by OpenInference. */
export const googleAdk: Framework = {
  slug: 'google-adk',
  documentation: 'https://google.github.io/adk-docs/observability/',
  scopes: ['gcp.vertex.agent', 'openinference.instrumentation.google_adk*'],
  keys: ['gcp.vertex.agent.*'],
  conventions: [vertexAgent, openInference, genAi],
  refine(span, draft) {
    readOldReasoning(span, draft);
    readSpanName(span, draft);
  },
};
