import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked, JsonBytes, QueryPool } from '../../query/pool.ts';

/** A Fastify server whose routes are typed by their TypeBox schemas. */
export type Routes = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The prefix of the project-scoped interface. */
export const PROJECT = '/api/v1/project/:project_id/otel';

/** The part of a reply that sending takes; replies differ in type from route to route. */
interface JsonReply<T> {
  readonly raw: ServerResponse;
  type(contentType: string): { send(body: T): unknown };
}

/**
 * Sends JSON bytes from a reader thread as they are. Typed as what the bytes hold, so that the compiler holds the
 * operation against the route's schema; Fastify passes bytes through and takes the reply for an answer on its way.
 * Given up when the client hangs up: whoever loads a slow page again and again is not to wait for each of them.
 */
export async function sendJson<T>(reply: JsonReply<T>, json: Asked<JsonBytes<T>>): Promise<T> {
  reply.raw.once('close', () => json.giveUp());
  const bytes = (await json) as unknown as T;
  return reply.type('application/json; charset=utf-8').send(bytes) as T;
}

export type Query = Pick<QueryPool, 'run'>;
