import type { FastifySchema } from 'fastify';

/** A route as it was registered, whatever server it stands on. */
export interface Route {
  readonly method: string;
  /** In Fastify's spelling: `/api/v1/traces/:trace_id`. */
  readonly url: string;
  readonly schema: FastifySchema;
  readonly tokenNeededBy: 'everybody' | 'exporters' | 'nobody';
}
