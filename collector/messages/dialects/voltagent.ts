import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isAgent, isModelCall, isTool } from '../conversation-span.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

const SCOPE = '@voltagent/';
const ASKED = ['agent.messages', 'llm.messages'];
const GUARDRAIL = ['guardrail.input.original', 'guardrail.output.original'];

/**
 * VoltAgent: a call of a model says what it was asked, the agent around it what came of it; which tools were called in between
 * their spans tell.
 */
export const voltAgent: Dialect = {
  name: 'voltagent',
  speaks: ({ record }) => record.scope.name.startsWith(SCOPE),
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span)) return readTool(span, cache);
    const asked = ASKED.find((key) => attributes.has(key));
    // A copy of what the agent tells, in the form that it is kept in.
    if (attributes.has('memory.operation')) return readRaw(attributes, cache);
    if (isAgent(span) || isModelCall(span)) {
      const input = asked === undefined ? readAsked(attributes, cache) : readList(attributes, asked, cache);
      const output = readAnswer(attributes, cache);
      const isAnsweredAround = isModelCall(span) && output.length === 0;
      return { ...input, output, isAnsweredAround, isAbridged: isAbridged(attributes, cache) };
    }
    const input = ['input', ...GUARDRAIL].find((key) => attributes.has(key));
    const output = ['output', 'guardrail.message'].find((key) => attributes.has(key));
    return readInputOutput(span, { input, output }, cache);
  },
};

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  return sayToolUse(
    span,
    {
      id: attributes.string('tool.call.id'),
      name: attributes.string('tool.name'),
      args: structured(attributes, 'input', cache),
      result: structured(attributes, 'output', cache),
    },
    cache,
  );
}

function readList(attributes: Attributes, key: string, cache: ReadCache): Pick<Reading, 'system' | 'input'> {
  const { value, isCut } = cache.messages(attributes.get(key));
  return splitSystem(say(readMessages(value, 'user', cache), { direction: 'input', isCut }));
}

/** Whether a call's span leaves out what it was asked: it has the last ten messages, and how many there were. The agent around it has all. */
function isAbridged(attributes: Attributes, cache: ReadCache): boolean {
  const { value } = cache.messages(attributes.get('llm.messages'));
  return Array.isArray(value) && value.length < (attributes.number('llm.messages.count') ?? 0);
}

/** An agent that failed before it asked has written down no messages. */
function readAsked(attributes: Attributes, cache: ReadCache): Pick<Reading, 'system' | 'input'> {
  const instructions = readParts(attributes.string('agent.instructions'), cache);
  const { system, input } = readList(attributes, 'input', cache);
  const own = instructions.length === 0 ? [] : [messageOf('system', instructions)];
  return { system: [...say(own, { direction: 'input' }), ...system], input };
}

function readRaw(attributes: Attributes, cache: ReadCache): Partial<Reading> {
  const side = (key: 'input' | 'output') => sayRaw(attributes, { key, direction: key, isCall: false }, cache);
  return { input: side('input'), output: side('output') };
}

/** Words, or the JSON of an object: the model wrote either. */
function readAnswer(attributes: Attributes, cache: ReadCache): Reading['output'] {
  const parts = readParts(attributes.string('output'), cache);
  return parts.length === 0 ? [] : say([messageOf('assistant', parts)], { direction: 'output' });
}
