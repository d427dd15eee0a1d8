import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { isObject, stringOf } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import { readSystem } from '../payloads/request.ts';
import { readTools } from '../payloads/tools.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say, splitSystem, withInstructions } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readNamed } from './otel-events.ts';
import { sayToolUse } from './tool-use.ts';

const ALL = 'pydantic_ai.all_messages';
const ALL_EVENTS = 'all_messages_events';
const EVENTS = 'events';
const RESULT = 'final_result';
const PARAMETERS = 'model_request_parameters';
const ARGUMENTS = 'tool_arguments';
const ANSWER = 'tool_response';
const KEYS = [ALL, ALL_EVENTS, EVENTS, RESULT, PARAMETERS, ARGUMENTS, ANSWER];

/**
 * Pydantic AI: a call's messages as a list of events in `events` (instrumentation version 1), those of an agent's run in
 * `all_messages_events` or, from version 2 on, `pydantic_ai.all_messages`. Logfire writes `events` for others too.
 */
export const pydanticAi: Dialect = {
  name: 'pydantic-ai',
  speaks: ({ record }) => KEYS.some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span)) return readTool(span, attributes, cache);
    const events = readEvents(attributes, EVENTS, cache);
    const run = readRun(attributes, cache);
    const input = events.filter(({ direction }) => direction === 'input');
    const output = events.filter(({ direction }) => direction === 'output');
    const parameters = cache.structured(attributes.get(PARAMETERS));
    return {
      ...(input.length > 0 ? splitSystem(input) : { system: run.system, input: run.input }),
      output: output.length > 0 ? output : run.output,
      tools: isObject(parameters)
        ? [...readTools(parameters['function_tools'], cache), ...readTools(parameters['output_tools'], cache)]
        : [],
    };
  },
};

function readTool(span: Parameters<Dialect['read']>[0], attributes: Attributes, cache: ReadCache) {
  const value = (key: string): unknown =>
    attributes.has(key) ? cache.structured(attributes.get(key)) : undefined;
  return sayToolUse(
    span,
    {
      id: attributes.string('gen_ai.tool.call.id'),
      name: attributes.string('gen_ai.tool.name'),
      args: value(ARGUMENTS) ?? value('gen_ai.tool.call.arguments'),
      result: value(ANSWER) ?? value('gen_ai.tool.call.result'),
    },
    cache,
  );
}

/** A list of events, each with its name among its fields; several of one turn's choices are one message. */
function readEvents(attributes: Attributes, key: string, cache: ReadCache): readonly SaidMessage[] {
  const list = cache.structured(attributes.get(key));
  if (!Array.isArray(list)) return [];
  return list.flatMap((event: unknown) => {
    if (!isObject(event)) return [];
    const name = stringOf(event, 'event.name', 'name') ?? nameByRole(event['role']);
    const { 'event.name': _name, ...fields } = event;
    return readNamed(name, fields, {}, cache);
  });
}

const nameByRole = (role: unknown): string => (typeof role === 'string' ? `gen_ai.${role}.message` : '');

/** An agent's run: what was asked and said, its last words as its answer. */
function readRun(attributes: Attributes, cache: ReadCache): Omit<Reading, 'tools'> {
  const told = attributes.has(ALL)
    ? say(readMessages(cache.structured(attributes.get(ALL)), 'user', cache), { direction: 'input' })
    : readEvents(attributes, ALL_EVENTS, cache);
  const last = told.at(-1);
  const isAnswered = last?.content.role === 'assistant';
  const output = isAnswered ? [{ ...last, direction: 'output' as const }] : readResult(attributes, cache);
  const { system, input } = splitSystem(isAnswered ? told.slice(0, -1) : told);
  const instructions = readSystem(cache.structured(attributes.get('gen_ai.system_instructions')), cache);
  return { system: withInstructions(say(instructions, { direction: 'input' }), system), input, output };
}

/** What the run returned, where its messages do not end with it: the arguments of a call that ended it. */
function readResult(attributes: Attributes, cache: ReadCache): readonly SaidMessage[] {
  const parts = readParts(attributes.get(RESULT) === undefined ? null : attributes.string(RESULT), cache);
  return say([messageOf('assistant', parts)], { direction: 'output', isRaw: true });
}
