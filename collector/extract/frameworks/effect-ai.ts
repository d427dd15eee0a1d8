import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';
import { valuePreview } from '../preview.ts';

/** The span of a tool in Effect 3; Effect 4 gives it none. Its tracer is named after the program's service. */
const TOOL_SPAN = 'Toolkit.handle';

/** What was run and with what; what came of it is in no span. */
const toolkit: Convention = {
  keys: ['tool', 'parameters'],
  read({ name, attributes }, draft) {
    if (name !== TOOL_SPAN) return;
    draft.observationType ??= 'tool';
    draft.toolName ??= readName(attributes, 'tool');
    draft.inputPreview ??= valuePreview(attributes.get('parameters'));
  },
};

/** Effect's own AI packages: calls in the GenAI conventions without their messages. */
export const effectAi: Framework = {
  slug: 'effect-ai',
  documentation: 'https://effect.website/docs/observability/tracing/',
  names: [TOOL_SPAN],
  sharedKeys: ['toolChoice'],
  conventions: [toolkit, genAi],
  refine({ name, attributes }, draft) {
    draft.isBystander = name === TOOL_SPAN && !attributes.has('tool');
  },
};
