import { isTool } from '../conversation-span.ts';
import type { Dialect } from './dialect.ts';
import { sayToolUse } from './tool-use.ts';

const TOOL_MODE = 'tool.mode';

/** Ax's uses of tools, of which it tells the name and the call. Its event of a tool that went well has no more. */
export const ax: Dialect = {
  name: 'ax',
  speaks: (span) => span.record.attributes.has(TOOL_MODE) && span.span.framework === 'ax' && isTool(span),
  read(span, cache) {
    const { attributes } = span.record;
    return sayToolUse(
      span,
      { id: attributes.string('function.id'), name: attributes.string('tool.name') },
      cache,
    );
  },
};
