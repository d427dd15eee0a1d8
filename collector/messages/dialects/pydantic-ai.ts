import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import { readSystem } from '../payloads/request.ts';
import { readTools } from '../payloads/tool-definitions.ts';
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
/** Logfire's instrumentations of OpenAI's SDKs, whose events are read here, too. */
const LOGFIRE_OPENAI = 'logfire.openai';
const UNKNOWN = 'gen_ai.unknown';
const USER = 'gen_ai.user.message';
const ASSISTANT = 'gen_ai.assistant.message';
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
    const events = readCall(span, cache);
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

/**
 * The events of one call. Of the Responses API Logfire writes the answer as it writes history, with nothing to tell it from
 * that but its place at the end.
 */
function readCall({ record }: ConversationSpan, cache: ReadCache): readonly SaidMessage[] {
  const said = readEvents(record.attributes, EVENTS, cache);
  const isMarked = said.some(({ direction }) => direction === 'output');
  if (isMarked || !record.scope.name.startsWith(LOGFIRE_OPENAI)) return said;
  const asked = said.findLastIndex(({ content }) => content.role !== 'assistant');
  return said.map((one, at) => (at > asked ? { ...one, direction: 'output' } : one));
}

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
  return gatherBlocks(list.filter(isObject)).flatMap((event) => {
    const name = stringOf(event, 'event.name', 'name') ?? nameByRole(event['role']);
    const { 'event.name': _name, ...fields } = event;
    return readNamed(name, fields, {}, cache);
  });
}

/**
 * The blocks and items that Logfire has no name for stand one by one, without a role: what is put in is a user's, one message
 * as long as no other comes between; anything else was the model's, and goes before what it said next.
 */
function gatherBlocks(events: readonly JsonObject[]): readonly JsonObject[] {
  const gathered: JsonObject[] = [];
  let piece: string | null = null;
  for (const event of events) {
    const block = event['event.name'] === UNKNOWN ? event['data'] : undefined;
    const owner = isObject(block) ? ownerOf(block) : null;
    const next = owner === null ? event : { 'event.name': owner, content: [block] };
    const goesOn = next['event.name'] === piece && (owner !== null || piece === ASSISTANT);
    const before = goesOn ? gathered.pop() : undefined;
    gathered.push(
      before === undefined
        ? next
        : { ...next, content: [...blocksOf(before['content']), ...blocksOf(next['content'])] },
    );
    piece = owner;
  }
  return gathered;
}

const ownerOf = (block: JsonObject): string =>
  String(block['type']).startsWith('input_') ? USER : ASSISTANT;

const blocksOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];

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
