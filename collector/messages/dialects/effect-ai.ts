import { isTool } from '../conversation-span.ts';
import type { Dialect } from './dialect.ts';
import { structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const PARAMETERS = 'parameters';

/** Effect AI's uses of tools: what came of them, and what models were asked and answered, is in no span. */
export const effectAi: Dialect = {
  name: 'effect-ai',
  speaks: (span) =>
    span.record.attributes.has(PARAMETERS) && span.span.framework === 'effect-ai' && isTool(span),
  read: (span, cache) =>
    sayToolUse(span, { args: structured(span.record.attributes, PARAMETERS, cache) }, cache),
};
