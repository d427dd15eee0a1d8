import type { LogLike } from '../conversation-span.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import { NOTHING_READ, type Reading, type SaidMessage, say, splitSystem } from '../reading.ts';
import { nameOfLog } from './events.ts';

/**
 * The bodies of requests and responses that log records of one span carry. A later request of the same source repeats the
 * one before it, so the last one and its response hold all of a turn; other sources (a summary, a title) follow.
 */
export function readBodies(logs: readonly LogLike[], cache: ReadCache): Reading {
  const bySource = Map.groupBy(logs.filter(isBody), ({ attributes }) => sourceOf(attributes));
  let reading = NOTHING_READ;
  for (const own of bySource.values()) {
    const request = own.findLast((log) => isBody(log) && nameOfLog(log).endsWith('request_body'));
    const response = own.findLast((log) => nameOfLog(log).endsWith('response_body'));
    const asked = request === undefined ? undefined : readRequest(bodyOf(request, cache), cache);
    const answered = response === undefined ? undefined : readResponse(bodyOf(response, cache), cache);
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

const isBody = (log: LogLike): boolean => /api_(request|response)_body$/.test(nameOfLog(log));

const sourceOf = (attributes: LogLike['attributes']): string =>
  `${attributes.string('query_source') ?? ''}|${attributes.string('agent_id') ?? ''}`;

/** A body that was cut off is text, which no reader takes for a request. */
function bodyOf({ attributes }: LogLike, cache: ReadCache): unknown {
  return cache.structured(attributes.get('body'));
}

function sayOf(
  log: LogLike | undefined,
  direction: 'input' | 'output',
  contents: Parameters<typeof say>[0],
): readonly SaidMessage[] {
  return log === undefined ? [] : say(contents, { direction, source: 'log', timeUnixNano: log.timeUnixNano });
}
