import type { LogLike } from '../conversation-span.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { finishPart } from '../payloads/parts.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import { toolCallPart } from '../payloads/tool-value.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import {
  type MessageContent,
  NOTHING_READ,
  type Reading,
  type SaidMessage,
  say,
  splitSystem,
} from '../reading.ts';
import { answersIn } from './claude-code-answers.ts';
import { eventOf, textOf, withNotices } from './claude-code-context.ts';
import { argumentsOf, toolNameOf } from './claude-code-tools.ts';

/** What log records tell, in the order of their time: the API's bodies apart from the events of a turn. */
export function readLogs(
  logs: readonly LogLike[],
  cache: ReadCache,
): { readonly bodies: Reading; readonly events: Reading } {
  const heardIn = (event: string): readonly SaidMessage[] =>
    logs.filter((log) => eventOf(log) === event).flatMap((log) => sayOf(log, 'input', readEvent(log, cache)));
  return {
    bodies: readBodies(logs, cache),
    events: {
      system: heardIn('system_prompt'),
      input: heardIn('user_prompt'),
      output: answersIn(logs).flatMap((log) => sayOf(log, 'output', readEvent(log, cache))),
      tools: readTools(
        logs.flatMap((log) => (eventOf(log) === 'tool' ? (textOf(log.attributes, 'tool') ?? []) : [])),
        cache,
      ),
    },
  };
}

function readEvent(log: LogLike, cache: ReadCache): readonly MessageContent[] {
  const { attributes } = log;
  switch (eventOf(log)) {
    case 'system_prompt':
      return readMessages(textOf(attributes, 'system_prompt'), 'system', cache);
    case 'user_prompt':
      return withNotices(readMessages(textOf(attributes, 'prompt'), 'user', cache));
    case 'assistant_response':
      return readMessages(textOf(attributes, 'response'), 'assistant', cache);
    default: {
      // A result is not in its record, only its size; what was called is.
      const id = attributes.string('tool_use_id');
      const call = toolCallPart(id, toolNameOf(attributes, cache), argumentsOf(attributes, cache));
      return id === undefined ? [] : [messageOf('assistant', [finishPart(call, cache)])];
    }
  }
}

/**
 * The bodies of requests and responses. A later request of the same source repeats the one before it, so the last one and
 * its response hold all of a turn; other sources (a summary, a title) follow.
 */
function readBodies(logs: readonly LogLike[], cache: ReadCache): Reading {
  const own = logs.filter((log) => /^api_(request|response)_body$/.test(eventOf(log)));
  let reading = NOTHING_READ;
  for (const bodies of Map.groupBy(own, ({ attributes }) => sourceOf(attributes)).values()) {
    const request = bodies.findLast((log) => eventOf(log) === 'api_request_body');
    const response = bodies.findLast((log) => eventOf(log) === 'api_response_body');
    // A body that was cut off is text, which no reader takes for a request.
    const asked = request && readRequest(cache.structured(request.attributes.get('body')), cache);
    const answered = response && readResponse(cache.structured(response.attributes.get('body')), cache);
    const { system, input } = splitSystem(
      sayOf(request, 'input', [...(asked?.system ?? []), ...(asked?.input ?? [])]),
    );
    reading = {
      system: [...reading.system, ...system],
      input: [...reading.input, ...input],
      output: [...reading.output, ...sayOf(response, 'output', answered ?? [])],
      tools: [...reading.tools, ...(asked?.tools ?? [])],
    };
  }
  return reading;
}

const sourceOf = (attributes: LogLike['attributes']): string =>
  `${attributes.string('query_source') ?? ''}|${attributes.string('agent_id') ?? ''}`;

function sayOf(
  log: LogLike | undefined,
  direction: SaidMessage['direction'],
  contents: readonly MessageContent[],
): readonly SaidMessage[] {
  return log === undefined ? [] : say(contents, { direction, source: 'log', timeUnixNano: log.timeUnixNano });
}
