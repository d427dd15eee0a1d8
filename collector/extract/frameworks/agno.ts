import { isClaude } from '../claude.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { mlFlow } from '../conventions/ml-flow.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** Runs of agents and of teams, which have agents below them and are agents themselves. */
const run: Convention = {
  keys: ['agno.*'],
  read({ attributes }, draft) {
    draft.agentName ??= readName(attributes, 'agent.name', 'agno.agent', 'agno.team');
  },
};

/** Agno's names of those whose own API it speaks with Claude; it hands on what they count. */
const CLAUDE_PROVIDERS: ReadonlySet<string> = new Set(['Anthropic', 'AwsBedrock', 'VertexAI']);

/** Recorded by OpenInference, which AgentOS uses too, by MLflow's autologging or by OpenLLMetry. */
export const agno: Framework = {
  slug: 'agno',
  documentation: 'https://docs.agno.com/integrations/observability/overview',
  scopes: ['openinference.instrumentation.agno*', 'opentelemetry.instrumentation.agno*'],
  keys: ['agno.*'],
  values: { 'mlflow.message.format': ['agno', '"agno"'] },
  conventions: [run, mlFlow, openInference, openLlmetry, genAi],
  refine(_span, draft) {
    if (isClaude(draft) && CLAUDE_PROVIDERS.has(draft.system ?? '')) draft.cacheIsBesideInput = true;
  },
};
