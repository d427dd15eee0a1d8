import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** Operations on agents and threads that the service runs; a run asks its model there, out of sight. */
const OPERATIONS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    create_agent: 'agent',
    process_thread_run: 'agent',
    start_thread_run: 'agent',
    submit_tool_outputs: 'chain',
  }),
);

const azure: Convention = {
  keys: ['gen_ai.agent.*', 'gen_ai.thread.*', 'gen_ai.operation.name'],
  read({ attributes }, draft) {
    draft.observationType ??= OPERATIONS.get(attributes.string('gen_ai.operation.name') ?? '') ?? null;
    draft.agentName ??= readName(attributes, 'gen_ai.agent.name', 'gen_ai.agent.id');
  },
};

const SYSTEMS = [
  'az.ai.inference',
  'az.ai.agents',
  'azure.ai.inference',
  'azure.ai.agents',
  'microsoft.foundry',
];

/** Azure SDKs for AI Inference and for AI Agents (Foundry): the GenAI conventions, messages in span events. */
export const azureAi: Framework = {
  slug: 'azure-ai',
  documentation: 'https://learn.microsoft.com/en-us/azure/ai-foundry/how-to/develop/trace-agents-sdk',
  scopes: ['azure.ai.*', 'azure-ai-*', 'Azure.AI.*', '@azure-rest/ai-inference', '@azure/ai-*'],
  values: { 'gen_ai.system': SYSTEMS, 'gen_ai.provider.name': SYSTEMS },
  conventions: [azure, genAi],
};
