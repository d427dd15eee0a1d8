/** How long a client may take, in milliseconds: what sends nothing or a byte a second must not be waited for for ever. */
export interface Patience {
  /** For the head of an HTTP request, and for the HTTP/2 preface on the port for gRPC. */
  readonly headMs: number;
  /** For a whole request, HTTP or gRPC, and for a client to take any of a long answer. */
  readonly requestMs: number;
  /** How often it is looked for clients that have taken too long: each server does so while nothing happens as well. */
  readonly checkMs: number;
  /** For a gRPC connection without a call: exporters connect again by themselves. */
  readonly idleMs: number;
}

export const PATIENCE: Patience = { headMs: 30_000, requestMs: 60_000, checkMs: 30_000, idleMs: 600_000 };

/** What clients still have open this long after a stop is cut, so that what was accepted is stored within the 5 s of a stop. */
export const STOP_PATIENCE_MS = 2000;

/** Past this a stop is cut short: 5 s are promised. */
export const STOP_LIMIT_MS = 4800;
