import type { Attributes, SpanEventRecord } from '../../decode/records.ts';
import { plainValue } from '../json.ts';
import { type ConversationSpan, type LogLike, isTool } from '../conversation-span.ts';
import { readMessages } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say } from '../reading.ts';
import { readBodies } from './claude-code-bodies.ts';
import type { Dialect } from './dialect.ts';
import { nameOfLog, timeOrdered } from './events.ts';
import { sayToolUse } from './tool-use.ts';

/** Stands in place of content that was not to be recorded. */
const REDACTED = '<REDACTED>';
const PROMPT = 'user_prompt';
const ANSWER = 'response.model_output';
const TOOL_INPUT = 'tool_input';
/** What a tool was told, where its whole input was not recorded. */
const DETAILS = [
  'full_command',
  'file_path',
  'skill_name',
  'subagent_type',
  'mcp_server.name',
  'mcp_tool.name',
];
const KEYS = [PROMPT, ANSWER, TOOL_INPUT, 'user_system_prompt', 'tool_use_id'];

/**
 * Claude Code's own telemetry. Prompts and tools are on its spans; what was sent to the model and what it answered is in log
 * records, as the bodies of Anthropic's API. Everything but names and numbers is recorded only where a setting says so.
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
    const { attributes } = span.record;
    const bodies = readBodies(logs, cache);
    const prompt = say(readMessages(textOf(attributes, PROMPT), 'user', cache), { direction: 'input' });
    const instructions = say(readMessages(textOf(attributes, 'user_system_prompt'), 'system', cache), {
      direction: 'input',
    });
    const answer = say(readMessages(textOf(attributes, ANSWER), 'assistant', cache), { direction: 'output' });
    return {
      system: bodies.system.length > 0 ? bodies.system : instructions,
      input: firstOf(bodies.input, prompt, sayLogs(logs, 'user_prompt', cache)),
      output: firstOf(bodies.output, answer, sayLogs(logs, 'assistant_response', cache)),
      tools: bodies.tools,
    };
  },
};

export const eventOf = (log: LogLike): string => nameOfLog(log).replace(/^claude_code\./, '');

function isOurs(log: LogLike): boolean {
  return nameOfLog(log).startsWith('claude_code.') || String(log.body).startsWith('claude_code.');
}

const firstOf = (...lists: readonly (readonly SaidMessage[])[]): readonly SaidMessage[] =>
  lists.find((list) => list.length > 0) ?? [];

function textOf(attributes: Attributes, key: string): string | undefined {
  const text = attributes.string(key);
  return text === REDACTED ? undefined : text;
}

const TEXTS = {
  user_prompt: ['prompt', 'user', 'input'],
  assistant_response: ['response', 'assistant', 'output'],
} as const;

function sayLogs(
  logs: readonly LogLike[],
  event: keyof typeof TEXTS,
  cache: ReadCache,
): readonly SaidMessage[] {
  const [key, role, direction] = TEXTS[event];
  return logs
    .filter((log) => eventOf(log) === event)
    .flatMap(({ attributes, timeUnixNano }) =>
      say(readMessages(textOf(attributes, key), role, cache), { direction, source: 'log', timeUnixNano }),
    );
}

interface Found {
  readonly args: unknown;
  readonly result: unknown;
  readonly source: 'attribute' | 'event' | 'log';
}

/** A tool's input is an attribute or in the log record of its result; its output an event on the span. */
function readTool(span: ConversationSpan, logs: readonly LogLike[], cache: ReadCache): Partial<Reading> {
  const { attributes, events } = span.record;
  const id = attributes.string('tool_use_id') ?? attributes.string('gen_ai.tool.call.id');
  const ofResult = logs.find((log) => eventOf(log) === 'tool_result')?.attributes;
  const output = events.findLast(({ name }) => name === 'tool.output');
  const input = events.find(({ name }) => name === 'tool.input');
  const result = output === undefined ? undefined : valueOf(output, cache);
  const found: Found = {
    args:
      structured(attributes, TOOL_INPUT, cache) ??
      (input && valueOf(input, cache)) ??
      (ofResult &&
        (structured(ofResult, TOOL_INPUT, cache) ?? structured(ofResult, 'tool_parameters', cache))) ??
      detailsOf(attributes),
    result: result ?? ofResult?.string('error') ?? attributes.string('error'),
    source: output === undefined ? 'attribute' : 'event',
  };
  const isError = ofResult?.string('success') === 'false' || attributes.string('success') === 'false';
  const name = attributes.string('tool_name') ?? ofResult?.string('tool_name');
  return sayToolUse(span, { id, name, isError, ...found }, cache);
}

function structured(attributes: Attributes, key: string, cache: ReadCache): unknown {
  return attributes.has(key) ? cache.structured(attributes.get(key)) : undefined;
}

/** The text that an event is about, or all that it holds. */
function valueOf({ attributes }: SpanEventRecord, cache: ReadCache): unknown {
  for (const key of ['output', 'content', 'result', 'input'])
    if (attributes.has(key)) return cache.structured(attributes.get(key));
  return fieldsOf(attributes, [...attributes.keys()]);
}

function detailsOf(attributes: Attributes): unknown {
  return fieldsOf(
    attributes,
    DETAILS.filter((key) => attributes.has(key)),
  );
}

function fieldsOf(attributes: Attributes, keys: readonly string[]): unknown {
  return keys.length === 0
    ? undefined
    : Object.fromEntries(keys.map((key) => [key, plainValue(attributes.get(key))]));
}
