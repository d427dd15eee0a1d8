import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../../errors.ts';

/** In the order in which the document and its page show them. */
export const TAGS = {
  Traces: 'Runs of an agent, of one project.',
  Spans: 'The steps of traces, of one project.',
  Sessions: 'Traces that belong together, of one project.',
  Statistics: 'Figures over time, of one project.',
  'Logs and metrics': 'What exporters send beside spans, of one project.',
  Unscoped: 'Traces, spans and sessions of project `default`, in lists by cursor, with times in nanoseconds.',
  Streams: 'Server-sent events: what was stored or deleted, after the commit.',
  Ingestion:
    'OTLP/HTTP. The same receivers listen on the standard port 4318 at `/v1/…`, and for gRPC on 4317.',
  MCP: 'The same for coding assistants, as tools of the Model Context Protocol.',
  Collector: 'The collector itself: health, settings, projects, this document.',
} as const;
export type Tag = keyof typeof TAGS;

/** By media type, as OpenAPI has it. */
export type Content = Readonly<Record<string, { readonly schema: TSchema }>>;

/** Parts that Fastify neither validates nor serializes: bytes, streams, pages. Only the document knows their schemas. */
export interface UnreadParts {
  readonly params?: TObject;
  readonly headers?: TObject;
  readonly body?: Content;
  readonly answer?: Content;
  /** The status of an answer without a body that it may have as well. */
  readonly emptyAnswer?: number;
  /** Other bodies of refusals than the documented JSON, by status. */
  readonly refusals?: Readonly<Record<number, Content>>;
}

/** What the OpenAPI document says of a route beside its schemas. */
export interface RouteDocumentation {
  /** It is no part of the interface: a file of the window. */
  readonly hide?: true;
  readonly operationId?: string;
  readonly tags?: readonly Tag[];
  readonly summary?: string;
  readonly description?: string;
  /** The refusals that are its own; `errorsOf` adds those of all routes. */
  readonly errors?: readonly ErrorCode[];
  readonly unread?: UnreadParts;
}

declare module 'fastify' {
  // An interface can only be added to by an interface.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface FastifySchema extends RouteDocumentation {}
}
