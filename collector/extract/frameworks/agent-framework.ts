import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';

const PROVIDER = 'microsoft.agent_framework';

/** The steps of a workflow: `workflow.run`, `executor.process …`, `edge_group.process …`, `message.send`. */
const workflows: Convention = {
  keys: ['workflow.*', 'workflow_builder.*', 'executor.*', 'edge_group.*', 'message.*'],
  read(_span, draft) {
    draft.observationType ??= 'chain';
  },
};

/** Python's `agent_framework.observability` and .NET's `Microsoft.Agents.AI`, both in the GenAI conventions. */
export const agentFramework: Framework = {
  slug: 'agent-framework',
  documentation: 'https://learn.microsoft.com/en-us/agent-framework/agents/observability',
  scopes: [
    'agent_framework',
    'agent_framework.*',
    'Microsoft.Agents.AI*',
    'Experimental.Microsoft.Agents.AI*',
    'openinference.instrumentation.agent_framework*',
  ],
  keys: ['agent_framework.*', 'workflow_builder.*', 'edge_group.*'],
  values: { 'gen_ai.system': [PROVIDER], 'gen_ai.provider.name': [PROVIDER] },
  conventions: [genAi, openInference, workflows],
  refine(_span, draft) {
    // It names itself where an agent's provider is not known.
    if (draft.system === PROVIDER) draft.system = null;
  },
};
