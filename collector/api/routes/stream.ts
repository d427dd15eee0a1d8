import { ProjectParams } from '../../contract/common.ts';
import { StreamQuery } from '../../contract/stream.ts';
import type { Config } from '../../config.ts';
import { ApiError } from '../../errors.ts';
import type { LiveHub } from '../../live/hub.ts';
import { streamEvents } from '../../live/sse.ts';
import { PROJECT, type Routes } from './routes.ts';

/** `{P}/sse`: every span stored or replaced, after the commit. `stop` ends the streams that are open. */
export function registerStreamRoutes(
  app: Routes,
  hub: LiveHub,
  limits: Config['stream'],
  stop: AbortSignal,
): void {
  let open = 0;
  app.get(
    `${PROJECT}/sse`,
    // A stream has no head to tell: Fastify's own HEAD route would open one that nobody reads.
    { exposeHeadRoute: false, schema: { params: ProjectParams, querystring: StreamQuery } },
    async (request, reply) => {
      if (open >= limits.max_connections)
        throw new ApiError('TOO_MANY_STREAMS', `${open} streams are open, more are not served`);
      const { trace_id, span_id, session_id } = request.query;
      const filter = {
        ...(trace_id === undefined ? {} : { trace_id: trace_id.toLowerCase() }),
        ...(span_id === undefined ? {} : { span_id: span_id.toLowerCase() }),
        ...(session_id === undefined ? {} : { session_id }),
      };
      const listener = hub.listen(request.params.project_id, filter, lastEventId(request.headers));
      const times = { keepaliveMs: limits.keepalive_secs * 1000, timeoutMs: limits.timeout_secs * 1000 };
      reply.hijack();
      open++;
      try {
        await streamEvents(reply.raw, headersOf(reply.getHeaders()), listener, times, stop);
      } finally {
        open--;
      }
    },
  );
}

/** Headers that hooks have set (CORS): a hijacked answer does not send them by itself. */
const headersOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** What a reconnecting client says it has seen; anything but a number is a client that starts over. */
function lastEventId(headers: Record<string, string | string[] | undefined>): number | undefined {
  const given = headers['last-event-id'];
  if (typeof given !== 'string' || given === '') return undefined;
  return /^\d{1,16}$/.test(given) ? Number(given) : -1;
}
