import { type ConversationSpan, type LogLike, isTool } from '../conversation-span.ts';
import { readMessages } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { nameOfLog, timeOrdered } from './events.ts';
import { sayToolUse } from './tool-use.ts';

const PROMPT = 'codex.user_prompt';
const RESPONSE = 'codex.agent_response';
const RESULT = 'codex.tool_result';
/** Stands for a prompt that was not to be recorded. */
const REDACTED = '[REDACTED]';

const isOurs = (log: LogLike): boolean => nameOfLog(log).startsWith('codex.');

/** Codex's log records: what the person asked, what the agent answered in the end, and each tool's arguments and output. */
export const codex: Dialect = {
  name: 'codex',
  speaks: ({ logs }) => logs?.some(isOurs) ?? false,
  read(span, cache) {
    const logs = timeOrdered(span.logs ?? []);
    const own = isTool(span) ? logs.find((log) => nameOfLog(log) === RESULT) : undefined;
    if (own !== undefined) return readTool(span, own, cache);
    const prompts = logs.filter((log) => nameOfLog(log) === PROMPT);
    const others = logs.filter((log) => [RESPONSE, RESULT].includes(nameOfLog(log)));
    return {
      input: prompts.flatMap((log) => sayText(log, 'prompt', cache)),
      output: others.flatMap((log) =>
        nameOfLog(log) === RESPONSE ? sayText(log, 'response', cache) : sayTool(span, log, cache),
      ),
    };
  },
};

function sayText(log: LogLike, key: 'prompt' | 'response', cache: ReadCache): readonly SaidMessage[] {
  const text = log.attributes.string(key);
  if (text === undefined || text === REDACTED) return [];
  const [role, direction] =
    key === 'prompt' ? (['user', 'input'] as const) : (['assistant', 'output'] as const);
  return say(readMessages(text, role, cache), { direction, source: 'log', timeUnixNano: log.timeUnixNano });
}

/** Lasts as long as one tool runs. */
const RUN = 'dispatch_tool_call_with_state';

/**
 * A call and its answer, where they were recorded on the span around the tool. The record is written when the tool has run, and
 * tools that run at once end in any order.
 */
function sayTool(span: ConversationSpan, log: LogLike, cache: ReadCache): readonly SaidMessage[] {
  const { input = [], output = [] } = readTool(span, log, cache);
  const { timeUnixNano } = log;
  const calledAt = span.record.name === RUN ? span.record.startUnixNano : timeUnixNano;
  return [
    ...input.map((said) => ({ ...said, direction: 'output' as const, timeUnixNano: calledAt })),
    ...output.map((said) => ({ ...said, timeUnixNano })),
  ];
}

function readTool(span: ConversationSpan, { attributes }: LogLike, cache: ReadCache): Partial<Reading> {
  return sayToolUse(
    span,
    {
      id: attributes.string('call_id'),
      name: attributes.string('tool_name'),
      args: attributes.has('arguments') ? cache.structured(attributes.get('arguments')) : undefined,
      result: attributes.has('output') ? cache.structured(attributes.get('output')) : undefined,
      isError: attributes.string('success') === 'false',
      source: 'log',
    },
    cache,
  );
}
