import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** Messages between agents, which AutoGen's runtime records: who processes one works on it, the rest passes it on. */
const runtime: Convention = {
  keys: ['messaging.*', 'recipient_agent_type', 'sender_agent_type', 'ag2.*'],
  read({ name, attributes }, draft) {
    const kind = attributes.string('ag2.span.type');
    if (kind === 'agent') draft.observationType ??= 'agent';
    if (kind === 'llm') draft.observationType ??= 'generation';
    if (kind === 'tool') draft.observationType ??= 'tool';
    if (kind !== undefined) draft.observationType ??= 'chain';
    if (attributes.has('messaging.operation')) draft.observationType ??= 'chain';
    if (attributes.string('messaging.operation') !== 'process') return;
    const recipient = /^autogen process ([^.\s]+)\./.exec(name)?.[1];
    draft.agentName ??= readName(attributes, 'recipient_agent_type') ?? recipient ?? null;
  },
};

/** AutoGen (`autogen-core`, `autogen-agentchat`) and AG2; their model calls are recorded by whoever records the provider. */
export const autogen: Framework = {
  slug: 'autogen',
  documentation:
    'https://microsoft.github.io/autogen/stable/user-guide/core-user-guide/framework/telemetry.html',
  scopes: [
    'autogen-core',
    'autogen_core*',
    'autogen_agentchat*',
    'autogen *',
    'openinference.instrumentation.autogen*',
    '@arizeai/openinference-instrumentation-autogen*',
    'opentelemetry.instrumentation.autogen*',
    'opentelemetry.instrumentation.ag2*',
  ],
  keys: ['ag2.*'],
  values: { 'gen_ai.system': ['autogen', 'ag2'], 'gen_ai.provider.name': ['autogen', 'ag2'] },
  conventions: [runtime, openInference, openLlmetry, genAi],
  refine(_span, draft) {
    if (draft.system === 'autogen' || draft.system === 'ag2') draft.system = null;
  },
};
