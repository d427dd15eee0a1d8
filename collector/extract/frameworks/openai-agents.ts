import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';
import { memberString } from '../json-scan.ts';

export const openAiAgents: Framework = {
  slug: 'openai-agents',
  displayName: 'OpenAI Agents SDK',
  documentation: 'https://openai.github.io/openai-agents-js/guides/tracing/',
  scopes: [
    '@arizeai/openinference-instrumentation-openai-agents',
    'openinference.instrumentation.openai_agents*',
    'opentelemetry.instrumentation.openai_agents*',
    'logfire.openai_agents',
  ],
  conventions: [openInference, openLlmetry, genAi],
  refine(span, draft) {
    // Of the Responses API OpenInference exports the response, with its id, as the parameters: that is who answered.
    if (draft.responseModel !== null || draft.requestModel === null) return;
    if (memberString(span.attributes.string('llm.invocation_parameters'), 'id') === null) return;
    draft.responseModel = draft.requestModel;
    draft.requestModel = null;
  },
};
