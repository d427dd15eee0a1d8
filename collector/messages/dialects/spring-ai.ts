import type { Dialect } from './dialect.ts';
import { structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const ARGUMENTS = 'spring.ai.tool.call.arguments';
const RESULT = 'spring.ai.tool.call.result';

/** Spring AI's uses of tools; what its models were asked and answered is in no span. */
export const springAi: Dialect = {
  name: 'spring-ai',
  speaks: ({ record }) => record.attributes.has(ARGUMENTS) || record.attributes.has(RESULT),
  read(span, cache) {
    const { attributes } = span.record;
    return sayToolUse(
      span,
      {
        id: attributes.string('spring.ai.tool.call.id'),
        name: attributes.string('spring.ai.tool.definition.name'),
        args: structured(attributes, ARGUMENTS, cache),
        result: structured(attributes, RESULT, cache),
      },
      cache,
    );
  },
};
