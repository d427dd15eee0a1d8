import { type ConversationSpan, type LogLike, isTool } from '../conversation-span.ts';
import { readMessages } from '../payloads/message.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, type SaidMessage, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { nameOfLog, timeOrdered } from './events.ts';
import { readInputOutput, structured } from './input-output.ts';
import { sayToolUse } from './tool-use.ts';

const keys = { input: 'input-json', output: 'output-json' };
const PROMPT = 'gemini_cli.user_prompt';
const ANSWER = 'gemini_cli.api_response';
const TOOL = 'gemini_cli.tool_call';

const isOurs = (log: LogLike): boolean => nameOfLog(log).startsWith('gemini_cli.');

/**
 * Gemini CLI before it wrote the conventions' messages: what its functions took and gave, as JSON, and log records of what
 * the person typed, what the model answered and which tools ran.
 */
export const geminiCli: Dialect = {
  name: 'gemini-cli',
  speaks: ({ record, logs }) =>
    record.attributes.has(keys.input) || record.attributes.has(keys.output) || (logs?.some(isOurs) ?? false),
  read(span, cache) {
    const { attributes } = span.record;
    const logs = timeOrdered(span.logs ?? []).filter(isOurs);
    if (isTool(span)) return readTool(span, logs, cache);
    const own = readInputOutput(span, keys, cache);
    const input = attributes.has(keys.input) ? own.input : sayAll(logs, PROMPT, cache);
    const output = attributes.has(keys.output) ? own.output : sayAll(logs, ANSWER, cache);
    return { ...own, input, output };
  },
};

function sayAll(logs: readonly LogLike[], name: string, cache: ReadCache): readonly SaidMessage[] {
  return logs
    .filter((log) => nameOfLog(log) === name)
    .flatMap((log) => {
      const source = { source: 'log', timeUnixNano: log.timeUnixNano } as const;
      if (name === PROMPT)
        return say(readMessages(log.attributes.string('prompt'), 'user', cache), {
          direction: 'input',
          ...source,
        });
      const text = log.attributes.get('response_text');
      const answer = text === undefined ? undefined : readResponse(cache.structured(text), cache);
      return say(answer ?? readMessages(log.attributes.string('response_text'), 'assistant', cache), {
        direction: 'output',
        ...source,
      });
    });
}

/** The record of a tool's use has what it was told, and why it failed. */
function readTool(span: ConversationSpan, logs: readonly LogLike[], cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const logged = logs.find((log) => nameOfLog(log) === TOOL)?.attributes;
  return sayToolUse(
    span,
    {
      args:
        structured(attributes, keys.input, cache) ?? (logged && structured(logged, 'function_args', cache)),
      result: structured(attributes, keys.output, cache) ?? logged?.string('error'),
      isError: logged?.get('success') === false || logged?.string('success') === 'false',
    },
    cache,
  );
}
