import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { answerPreview } from '../conventions/event-list.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';

/** What Logfire's templates of messages begin with; most spans are named by them too. */
const TEMPLATES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    'OpenAI Agents trace': 'chain',
    'Agent run': 'agent',
    Function: 'tool',
    Guardrail: 'guardrail',
    Handoff: 'chain',
    'Custom span': 'chain',
  }),
);

/** Logfire writes the fields that the SDK's tracing exports, each as an attribute. */
const logfireSpans: Convention = {
  keys: ['logfire.*'],
  read({ name, attributes }, draft) {
    const [beginning = ''] = (attributes.string('logfire.msg_template') ?? name).split(/:| \{/, 1);
    draft.observationType ??= TEMPLATES.get(beginning) ?? null;
    if (draft.observationType === 'agent') draft.agentName ??= readName(attributes, 'name');
    // Of a run of agents: what its program calls a conversation.
    draft.sessionId ??= readName(attributes, 'group_id');
    const isTool = draft.observationType === 'tool';
    if (isTool) draft.toolName ??= readName(attributes, 'name');
    const input = attributes.get('input');
    const output = attributes.get('output');
    const events = attributes.get('events');
    draft.inputPreview ??= isTool ? valuePreview(input) : (inputPreview(input) ?? inputPreview(events));
    draft.outputPreview ??= answerPreview(events);
    // What is not there yet, or never came, is null.
    if (output !== 'null') draft.outputPreview ??= isTool ? valuePreview(output) : outputPreview(output);
  },
};

/** A model of the AI SDK is named `provider:model` where the Agents SDK runs on it, and the system is OpenAI whatever the provider. */
function readAiSdkModel(parameters: string | undefined, draft: Draft): void {
  if (memberString(parameters, 'model_impl') !== 'ai-sdk') return;
  const provider = memberString(parameters, 'provider');
  const prefix = `${provider}:`;
  if (provider === null || draft.requestModel?.startsWith(prefix) !== true) return;
  draft.requestModel = draft.requestModel.slice(prefix.length) || null;
  draft.system = provider.split('.', 1)[0] ?? null;
}

/** Before each turn the SDK asks MCP servers for their tools. OpenInference has it as a tool, which no model called. */
const isListOfTools = ({ name, attributes }: SpanInput): boolean =>
  name === 'mcp_tools' && !attributes.has('tool.name');

export const openAiAgents: Framework = {
  slug: 'openai-agents',
  documentation: 'https://openai.github.io/openai-agents-js/guides/tracing/',
  scopes: [
    '@arizeai/openinference-instrumentation-openai-agents',
    'openinference.instrumentation.openai_agents*',
    'opentelemetry.instrumentation.openai_agents*',
    'logfire.openai_agents',
  ],
  conventions: [logfireSpans, openInference, openLlmetry, genAi],
  refine(span, draft) {
    if (isListOfTools(span)) {
      draft.observationType = 'chain';
      draft.toolName = null;
    }
    readAiSdkModel(span.attributes.string('llm.invocation_parameters'), draft);
    // Of the Responses API OpenInference exports the response, with its id, as the parameters: that is who answered.
    if (draft.responseModel !== null || draft.requestModel === null) return;
    if (memberString(span.attributes.string('llm.invocation_parameters'), 'id') === null) return;
    draft.responseModel = draft.requestModel;
    draft.requestModel = null;
  },
};
