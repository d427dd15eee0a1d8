import type { ObservationType } from '../../contract/common.ts';
import { CACHE_BESIDE, genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';

/** Operations that OpenLIT adds to those of the conventions (sdk/python/src/openlit/semcov). */
const OPERATIONS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    audio: 'generation',
    agent: 'agent',
    invoke_agent: 'agent',
    framework: 'chain',
    workflow: 'chain',
    execute_task: 'chain',
    invoke_workflow: 'chain',
    retrieve: 'retriever',
  }),
);

const openLit: Convention = {
  keys: ['gen_ai.*'],
  read({ attributes }, draft) {
    const operation = attributes.string('gen_ai.operation.name') ?? '';
    draft.observationType ??= OPERATIONS.get(operation) ?? null;
    if (operation === 'vectordb') draft.category ??= 'db';
    draft.agentName ??= readName(attributes, 'gen_ai.agent.name', 'gen_ai.agent.role');
    const environment = readName(attributes, 'gen_ai.environment');
    // What it writes when nobody said.
    if (environment !== 'default') draft.environment ??= environment;
  },
};

/** LangChain adds cached tokens to its own counts. OpenLIT takes those of streams; of other answers it takes the provider's. */
const isLangChainStream = ({ scope, attributes }: SpanInput): boolean =>
  scope.name === '@openlit/instrumentation-langchain' && attributes.get('gen_ai.request.is_stream') === true;

/**
 * OpenLIT's instrumentations: the GenAI conventions, known by the resource and by what it adds to them. They pass the
 * provider's counts on.
 */
export const openlit: Framework = {
  slug: 'openlit',
  documentation: 'https://docs.openlit.io/latest/sdk/features/tracing',
  scopes: ['openlit', 'openlit.*', 'openlit-*'],
  keys: ['gen_ai.sdk.version', 'gen_ai.application_name', 'gen_ai.environment'],
  resource: { 'telemetry.sdk.name': 'openlit' },
  conventions: [openLit, genAi],
  refine(span, draft) {
    if (CACHE_BESIDE.has(draft.system ?? '') && !isLangChainStream(span)) draft.cacheIsBesideInput = true;
    // The calls that an answer made stand on it too, as if it were the tool.
    if (draft.observationType === 'generation') draft.toolName = null;
  },
};
