import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** The anonymous telemetry that CrewAI itself records (scope `crewai.telemetry`): runs last, the rest are notes. */
const RUNS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    'Crew Execution': 'chain',
    'Task Execution': 'chain',
    'Flow Execution': 'chain',
  }),
);

const crewAi: Convention = {
  name: 'CrewAI',
  keys: [
    'crew_*',
    'crewai_version',
    'crewai.*',
    'task_key',
    'agent_role',
    'tool_name',
    'flow_name',
    'gen_ai.agent.role',
  ],
  read(span, draft) {
    const { attributes, scope } = span;
    draft.agentName ??= readName(attributes, 'crewai.agent.role', 'agent_role', 'gen_ai.agent.role');
    if (scope.name !== 'crewai.telemetry') return;
    draft.observationType ??= RUNS.get(span.name) ?? 'span';
    draft.toolName ??= readName(attributes, 'tool_name');
  },
};

/** Recorded by OpenInference, OpenLLMetry, OpenLIT, or by CrewAI's own telemetry. */
export const crewai: Framework = {
  slug: 'crewai',
  displayName: 'CrewAI',
  documentation: 'https://docs.crewai.com/en/observability/overview',
  scopes: ['crewai.*', 'openinference.instrumentation.crewai*', 'opentelemetry.instrumentation.crewai*'],
  keys: ['crewai.*', 'crew_key', 'crew_id', 'crewai_version'],
  values: { 'gen_ai.system': ['crewai'], 'gen_ai.provider.name': ['crewai'] },
  // The resource of CrewAI's own tracer provider, which others then use.
  resource: { 'service.name': 'crewAI-telemetry' },
  conventions: [crewAi, openInference, openLlmetry, genAi],
  refine(_span, draft) {
    if (draft.system === 'crewai') draft.system = null;
  },
};
