import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, eachElement, memberStart, memberString, stringHead } from '../json-scan.ts';
import { PREVIEW_LENGTH } from '../preview-length.ts';
import { clip } from '../preview.ts';

/** The anonymous telemetry that CrewAI itself records (scope `crewai.telemetry`): runs last, the rest are notes. */
const RUNS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    'Crew Execution': 'chain',
    'Task Execution': 'chain',
    'Flow Execution': 'chain',
  }),
);

const crewAi: Convention = {
  keys: [
    'crew_*',
    'crewai_version',
    'crewai.*',
    'task_key',
    'agent_role',
    'tool_name',
    'flow_name',
    'gen_ai.agent.role',
    'output.value',
  ],
  read(span, draft) {
    const { attributes, scope } = span;
    draft.agentName ??= readName(attributes, 'crewai.agent.role', 'agent_role', 'gen_ai.agent.role');
    if (scope.name !== 'crewai.telemetry') return readPreviews(span, draft);
    draft.observationType ??= RUNS.get(span.name) ?? 'span';
    draft.toolName ??= readName(attributes, 'tool_name');
  },
};

/** The answer of an agent's or a crew's run, and the task that it was given, as OpenInference writes them. */
function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  const output = attributes.string('output.value');
  if (output?.startsWith('{') !== true) return;
  const raw = memberString(output, 'raw');
  if (raw === null) return;
  draft.outputPreview ??= clip(raw);
  const task = memberString(output, 'description') ?? firstTask(attributes.string('crew_tasks'));
  if (task !== null) draft.inputPreview ??= clip(task);
}

function firstTask(tasks: string | undefined): string | null {
  let task: string | null = null;
  if (tasks?.startsWith('[') !== true) return null;
  const limit = Math.min(tasks.length, SCAN_LIMIT);
  eachElement(tasks, 0, limit, (start) => {
    const description = memberStart(tasks, start, 'description', limit);
    if (description >= 0) task = stringHead(tasks, description, PREVIEW_LENGTH);
    return false;
  });
  return task;
}

/** Recorded by OpenInference, OpenLLMetry, OpenLIT, or by CrewAI's own telemetry. */
export const crewai: Framework = {
  slug: 'crewai',
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
