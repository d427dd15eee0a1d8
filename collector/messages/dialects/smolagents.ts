import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { type JsonObject, isObject } from '../json.ts';
import { messageOf } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayToolUse } from './tool-use.ts';

const TASK = 'smolagents.task';
const SCOPE = 'openinference.instrumentation.smolagents';
const INPUT = 'input.value';

/**
 * smolagents: a run's task, beside the arguments of the function that ran it (`input.value`, which holds its settings); and
 * what a tool was given, within those of the function that called it.
 */
export const smolagents: Dialect = {
  name: 'smolagents',
  speaks: ({ record }) => record.attributes.has(TASK) || record.scope.name === SCOPE,
  read(span, cache) {
    if (isTool(span)) return readTool(span, cache);
    const content = span.record.attributes.string(TASK) ?? '';
    if (content === '') return {};
    const task = messageOf('user', [{ type: 'text', content }]);
    return { input: say([task], { direction: 'input', isRaw: true }) };
  },
};

/** What the tool answered is left to who reads OpenInference. */
function readTool(span: ConversationSpan, cache: ReadCache): Pick<Partial<Reading>, 'input'> {
  const { attributes } = span.record;
  const call = cache.structured(attributes.get(INPUT));
  if (!isObject(call) || !Array.isArray(call['args']) || !isObject(call['kwargs'])) return {};
  const schema = cache.structured(attributes.get('tool.parameters'));
  const args = namedArguments(call['args'], call['kwargs'], isObject(schema) ? Object.keys(schema) : []);
  const { input = [] } = sayToolUse(span, { name: attributes.string('tool.name'), args }, cache);
  return { input };
}

/** Arguments by position have the names that stand there in the tool's schema, and `args` where that has too few. */
function namedArguments(args: readonly unknown[], kwargs: JsonObject, names: readonly string[]): JsonObject {
  if (args.length > names.length) return { args, ...kwargs };
  return { ...Object.fromEntries(args.map((value, at) => [names[at], value])), ...kwargs };
}
