import type { Attributes, SpanEventRecord } from '../../decode/records.ts';
import type { ConversationSpan, LogLike } from '../conversation-span.ts';
import { isObject, messageValue, stringOf } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import type { Reading } from '../reading.ts';
import { eventOf, isRefusal, readSection, splitReminders, textOf } from './claude-code-context.ts';
import { sayToolUse } from './tool-use.ts';

/** What a tool was told, where its whole input was not recorded. */
const DETAILS = ['full_command', 'file_path', 'skill_name', 'subagent_type'];
/** Stands for the name of a tool that the user brought. */
const ANY_MCP_TOOL = 'mcp_tool';

/** A tool's input is an attribute or in the log record of its result; its output an event on the span. */
export function readTool(
  span: ConversationSpan,
  logs: readonly LogLike[],
  cache: ReadCache,
): Partial<Reading> {
  const { attributes, events } = span.record;
  const logged = logs.find((log) => eventOf(log) === 'tool_result')?.attributes;
  const refused = logs.find(isRefusal)?.attributes;
  const output = events.findLast(({ name }) => name === 'tool.output');
  const input = events.find(({ name }) => name === 'tool.input');
  const result =
    output === undefined ? readSection(textOf(attributes, 'new_context'), cache) : valueOf(output, cache);
  return sayToolUse(
    span,
    {
      id: attributes.string('tool_use_id') ?? attributes.string('gen_ai.tool.call.id'),
      name: attributes.string('tool_name') ?? (logged && toolNameOf(logged, cache)),
      args:
        readSection(textOf(attributes, 'tool_input'), cache) ??
        (input && valueOf(input, cache)) ??
        (logged && argumentsOf(logged, cache)) ??
        fieldsOf(attributes, DETAILS),
      // What the model is told of a refusal is not recorded.
      result:
        splitReminders(result).content ??
        logged?.string('error') ??
        (refused && fieldsOf(refused, ['decision', 'source'])),
      isError: refused !== undefined || isFailed(logged) || isFailed(attributes),
      source: output === undefined ? 'attribute' : 'event',
    },
    cache,
  );
}

const isFailed = (attributes: Attributes | undefined): boolean =>
  attributes?.get('success') === false || attributes?.get('success') === 'false';

/** As on the span: a tool of an MCP server bears the server's name too. */
export function toolNameOf(attributes: Attributes, cache: ReadCache): string | undefined {
  const name = attributes.string('tool_name');
  const parameters = cache.structured(attributes.get('tool_parameters'));
  if (name !== ANY_MCP_TOOL || !isObject(parameters)) return name;
  const server = stringOf(parameters, 'mcp_server_name');
  const tool = stringOf(parameters, 'mcp_tool_name');
  return server === undefined || tool === undefined ? name : `mcp__${server}__${tool}`;
}

export function argumentsOf(attributes: Attributes, cache: ReadCache): unknown {
  const key = ['tool_input', 'tool_parameters'].find((one) => attributes.has(one));
  const value = key === undefined ? undefined : attributes.get(key);
  return typeof value === 'string' ? readSection(value, cache) : cache.structured(value);
}

/** The text that an event is about, or all that it holds. */
function valueOf({ attributes }: SpanEventRecord, cache: ReadCache): unknown {
  for (const key of ['output', 'content', 'result', 'input'])
    if (attributes.has(key)) return cache.structured(attributes.get(key));
  return fieldsOf(attributes, [...attributes.keys()]);
}

function fieldsOf(attributes: Attributes, keys: readonly string[]): unknown {
  const own = keys.filter((key) => attributes.has(key));
  return own.length === 0
    ? undefined
    : Object.fromEntries(own.map((key) => [key, messageValue(attributes.get(key))]));
}
