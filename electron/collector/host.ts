import { createServer } from 'node:net';
import {
  createCollector,
  PortTakenError,
  type Addresses,
  type Collector,
} from '../../collector/collector.ts';
import type { Config } from '../../collector/config/config.ts';
import type { StartedFrom } from '../../collector/config/settings.ts';
import { STOP_LIMIT_MS } from '../../collector/lib/patience.ts';
import type { Log } from '../../collector/lib/log.ts';

const portsTried = 50;

/** The collector that the app runs itself, which never fails for a taken main port: it takes the next free one. */
export class CollectorHost {
  readonly #config: Config;
  readonly #startedFrom: StartedFrom;
  readonly #log: Log;
  readonly #patienceMs: number;
  #collector: Collector | null = null;

  constructor(config: Config, log: Log, startedFrom: StartedFrom = {}, patienceMs = STOP_LIMIT_MS) {
    this.#config = config;
    this.#startedFrom = startedFrom;
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  /** From the port on; the configured one unless another is given. */
  async start(from = this.#config.server.port): Promise<Addresses> {
    const { host, port: wanted } = this.#config.server;
    for (let port = await firstFreePort(host, from); ; port = await firstFreePort(host, port + 1)) {
      if (port !== wanted)
        this.#log.warn(
          `port ${wanted} is taken by another program: Tracedeck listens on ${port === 0 ? 'a free one' : port} instead`,
        );
      this.#collector = createCollector(
        { ...this.#config, server: { ...this.#config.server, port } },
        { ...this.#startedFrom, log: this.#log },
      );
      try {
        return await this.#collector.start();
      } catch (error) {
        // Somebody was faster than we, between the look and the start.
        if (!(error instanceof PortTakenError) || port >= wanted + portsTried) throw error;
      }
    }
  }

  /** The window's own token, for as long as the collector runs; null where it asks for none. Call after the start. */
  issueToken(): string | null {
    return this.#collector?.issueToken() ?? null;
  }

  /**
   * Resolves when what was accepted is written and the database closed, or after a while: whether it is. What is not
   * written by then goes on being written. May be called twice.
   */
  async stop(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => {
      this.#log.warn(`the collector has not stopped in time: it waits for ${this.#collector?.unfinished}`);
      resolve(false);
    }, this.#patienceMs).unref();
    try {
      return await Promise.race([this.ended().then(() => true), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stops, and waits for the end however long that takes. */
  async ended(): Promise<void> {
    await this.#collector?.stop();
  }
}

/**
 * The first port from `wanted` on that nobody listens on; 0, which asks the system for any, stays 0. After a number of
 * taken ones it is 0 too.
 */
export async function firstFreePort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const last = Math.min(wanted + portsTried, 65_535);
  for (let port = wanted; port <= last; port++) {
    if (await isFree(host, port)) return port;
  }
  return 0;
}

/** Only a taken port counts as taken: any other problem is for the real start to report. */
function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
