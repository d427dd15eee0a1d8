import { REMINDERS } from '../../contract/named-data.ts';
import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, type LogLike, isModelCall, isTool } from '../conversation-span.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say } from '../reading.ts';
import { inOneMessage } from './claude-code-answers.ts';
import { readContext, textOf, withNotices } from './claude-code-context.ts';
import { readLogs } from './claude-code-logs.ts';
import { readTool } from './claude-code-tools.ts';
import type { Dialect } from './dialect.ts';
import { nameOfLog, timeOrdered } from './events.ts';

const KEYS = ['user_prompt', 'new_context', 'response.model_output', 'tool_input', 'user_system_prompt'];

/**
 * Claude Code's own telemetry. Spans hold what is new in each request (`new_context`), the answer's text, and tools' input
 * and output; log records hold prompts, answers, tools' input and, where a setting says so, the bodies of Anthropic's API.
 * They are written by the span of the whole turn. Without detailed tracing a request's own span says nothing but what
 * `withAnswersAtRequests` moves there.
 */
export const claudeCode: Dialect = {
  name: 'claude-code',
  speaks: ({ record, logs }) =>
    record.scope.name.startsWith('com.anthropic.claude_code') ||
    (record.attributes.has('span.type') && KEYS.some((key) => record.attributes.has(key))) ||
    (logs?.some(isOurs) ?? false),
  read(span, cache) {
    const logs = timeOrdered(span.logs ?? []).filter(isOurs);
    if (isTool(span)) return readTool(span, logs, cache);
    const [own, logged] = [readSpan(span, cache), readLogs(logs, cache)];
    const reading = join(own, logged);
    if (!isModelCall(span)) return reading;
    const calls = reading.output === own.output ? logged.events.output.filter(isCall) : [];
    return { ...reading, output: inOneMessage([...reading.output, ...calls]) };
  },
};

/** A request may say its words itself, but not which tools it called. */
const isCall = ({ content }: SaidMessage): boolean => content.parts.some(({ type }) => type === 'tool_call');

/** The record's name may lack the prefix; its body never does. */
function isOurs(log: LogLike): boolean {
  const name = typeof log.body === 'string' ? log.body : nameOfLog(log);
  return name.startsWith('claude_code.');
}

/** Of each side what the span itself says, else its log records; bodies of the API go before both. */
function join(own: Reading, logged: ReturnType<typeof readLogs>): Reading {
  const side = <T>(...lists: readonly (readonly T[])[]): readonly T[] =>
    lists.find((list) => list.length > 0) ?? [];
  const { bodies, events } = logged;
  return {
    system: side(bodies.system, own.system, events.system),
    input: side(bodies.input, own.input, events.input),
    output: side(bodies.output, own.output, events.output),
    tools: side(bodies.tools, events.tools, own.tools),
  };
}

function readSpan({ record: { attributes } }: ConversationSpan, cache: ReadCache): Reading {
  const instructions = textOf(attributes, 'user_system_prompt');
  const context = textOf(attributes, 'new_context');
  const prompt = withNotices(readMessages(textOf(attributes, 'user_prompt'), 'user', cache));
  const asked = context === undefined ? [] : readContext(context, cache);
  const answer = readMessages(textOf(attributes, 'response.model_output'), 'assistant', cache);
  return {
    system: say(readMessages(instructions, 'system', cache), { direction: 'input' }),
    input: [...say(prompt.length > 0 ? prompt : asked, { direction: 'input' }), ...sayReminders(attributes)],
    output: say(answer, { direction: 'output' }),
    tools: readTools(attributes.has('tools') ? cache.structured(attributes.get('tools')) : [], cache),
  };
}

/** What the program told the model between the person's words. */
function sayReminders(attributes: Attributes): readonly SaidMessage[] {
  const content = textOf(attributes, 'system_reminders');
  return content === undefined
    ? []
    : say([messageOf('user', [{ type: 'data', name: REMINDERS, content }])], { direction: 'input' });
}
