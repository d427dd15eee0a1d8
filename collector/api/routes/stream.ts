import type { FastifyReply } from 'fastify';
import { ProjectParams } from '../../contract/paths.ts';
import { LastEventId, ProjectStreamEvent, StreamQuery, TraceStreamEvent } from '../../contract/stream.ts';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../../errors.ts';
import type { LiveHub } from '../../live/hub.ts';
import { streamEvents, type StreamSource } from '../../live/sse.ts';
import { PROJECT, type Routes } from './typed-routes.ts';

/** A stream has no head to tell: Fastify's own HEAD route would open one that nobody reads. */
const STREAM_ROUTE = { exposeHeadRoute: false, config: { isStream: true } };

const STREAM_DESCRIPTION =
  'Plain server-sent events, sent after the commit: whoever fetches the span on hearing of it finds it. `retry: 2000` comes first, a comment every `stream.keepalive_secs`; after `stream.timeout_secs` the stream ends. The schema is that of one event with its `data` parsed. Whoever reads so slowly that 10,000 events wait gets one `resync` for them.';

/**
 * `{P}/sse`: every span stored or replaced and every deletion, after the commit. `/api/v1/traces/sse`: the same of project
 * `default` and more. `stop` ends the streams that are open.
 */
export function registerStreamRoutes(
  app: Routes,
  hub: LiveHub,
  limits: Config['stream'],
  stop: AbortSignal,
): void {
  const streams = new Streams(limits, stop);
  app.get(
    `${PROJECT}/sse`,
    {
      ...STREAM_ROUTE,
      schema: {
        operationId: 'streamProject',
        tags: ['Streams'],
        summary: 'Every span stored or replaced, and every deletion, of a project',
        description: `${STREAM_DESCRIPTION} The parameters combine with AND. A deletion is told to whoever watches a trace or session that it takes.`,
        params: ProjectParams,
        querystring: StreamQuery,
        errors: ['TOO_MANY_STREAMS'],
        unread: {
          headers: LastEventId,
          answer: { 'text/event-stream': { schema: ProjectStreamEvent } },
        },
      },
    },
    (request, reply) => {
      const { trace_id, span_id, session_id } = request.query;
      const filter = {
        ...(trace_id === undefined ? {} : { trace_id: trace_id.toLowerCase() }),
        ...(span_id === undefined ? {} : { span_id: span_id.toLowerCase() }),
        ...(session_id === undefined ? {} : { session_id }),
      };
      const lastId = lastEventId(request.headers);
      return streams.serve(reply, () => hub.listen(request.params.project_id, filter, lastId));
    },
  );
  app.get(
    '/api/v1/traces/sse',
    {
      ...STREAM_ROUTE,
      schema: {
        operationId: 'streamTraces',
        tags: ['Streams'],
        summary: 'Spans of project `default`, traces that are complete, changes of health',
        description: `${STREAM_DESCRIPTION} A trace is complete when its root is there, no parent is missing, and it has been quiet for 2 s.`,
        errors: ['TOO_MANY_STREAMS'],
        unread: { answer: { 'text/event-stream': { schema: TraceStreamEvent } } },
      },
    },
    (_request, reply) => streams.serve(reply, () => hub.traces.listen()),
  );
}

/** The streams that are open, of both kinds: `stream.max_connections` bounds them together. */
class Streams {
  readonly #limits: Config['stream'];
  readonly #stop: AbortSignal;
  #open = 0;

  constructor(limits: Config['stream'], stop: AbortSignal) {
    this.#limits = limits;
    this.#stop = stop;
  }

  /** Throws TOO_MANY_STREAMS; else resolves when the stream has ended. */
  async serve(reply: FastifyReply, listen: () => StreamSource): Promise<void> {
    const { max_connections, keepalive_secs, timeout_secs } = this.#limits;
    if (this.#open >= max_connections)
      throw new ApiError('TOO_MANY_STREAMS', `${this.#open} streams are open, more are not served`);
    const times = { keepaliveMs: keepalive_secs * 1000, timeoutMs: timeout_secs * 1000 };
    const source = listen();
    reply.hijack();
    this.#open++;
    try {
      await streamEvents(reply.raw, headersOf(reply.getHeaders()), source, times, this.#stop);
    } finally {
      this.#open--;
    }
  }
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
