import type { Config, ConfigOrigin } from '../../collector/config.ts';
import { findInstance } from '../../collector/instance.ts';
import { holderOf } from '../../collector/settings-file.ts';
import type { Log } from '../crash/log.ts';
import { chooseCollector } from './choose.ts';
import { CollectorHost, firstFreePort } from './host.ts';
import { recogniseAt } from './recognise.ts';
import { tokenFor, type WindowToken } from './window-token.ts';

/** Where requests go, and what they carry. */
export interface Target {
  readonly url: string;
  readonly token: string | null;
}

export interface ConnectionOptions {
  readonly config: Config;
  readonly origin: ConfigOrigin;
  readonly log: Log;
  /** Of this app: a collector of another version is told of. */
  readonly version: string;
  /** How long a stop may take before it counts as not finished. */
  readonly patienceMs?: number;
}

/** Times in a row that a collector which is not ours may not answer before ours takes its place. */
const LOST_AFTER = 3;

/** The collector that the window shows: one that runs already, or our own. */
export class CollectorConnection {
  readonly #options: ConnectionOptions;
  #host: CollectorHost | null = null;
  #windowToken: WindowToken | null = null;
  #target: Target | null = null;
  #unanswered = 0;
  #stopping = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Throws before the start and after a failed one. */
  get target(): Target {
    if (!this.#target) throw new Error('the collector is not started');
    return this.#target;
  }

  /** Whether the collector is one that another program runs. */
  get isAttached(): boolean {
    return this.#target !== null && this.#host === null;
  }

  /** Attaches or starts, and says in the log what a person should know of it. Rejects with one clear line. */
  async start(): Promise<void> {
    const { config, origin, log, patienceMs } = this.#options;
    const { host, port } = config.server;
    const choice = await chooseCollector(
      {
        host,
        port,
        dataDirectory: config.storage.data_dir,
        onlyThisDirectory: holderOf('storage.data_dir', origin.sources) !== null,
      },
      { findInstance, recogniseAt, firstFreePort },
    );
    if (choice.kind === 'attach') {
      this.#sayAttached(choice.found);
      this.#windowToken = await tokenFor(choice.found);
      this.#target = { url: choice.found.url, token: this.#windowToken?.token ?? null };
      return;
    }
    const own = new CollectorHost(config, log, origin, patienceMs);
    const { http } = await own.start(choice.port);
    this.#host = own;
    this.#target = { url: http, token: own.issueToken() };
    log.info(`Tracedeck is listening on ${http}`);
  }

  /** Asks the collector for something, with the window's token. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, token } = this.target;
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return fetch(new URL(path, url), { ...init, headers });
  }

  /**
   * To be told of each look at the collector's health. One that another program ran and that has gone is replaced by our
   * own; ours answers for as long as this process lives. True where it was replaced.
   */
  async noteAnswer(answered: boolean): Promise<boolean> {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
    if (!this.isAttached || this.#unanswered < LOST_AFTER || this.#stopping) return false;
    this.#unanswered = 0;
    this.#options.log.warn('the collector that the window showed has ended: another one takes its place');
    this.#forgetToken();
    await this.start();
    return true;
  }

  /** After a stop that was not the end of the app. Waits for the end of one that has not finished. */
  async restart(): Promise<void> {
    await this.#host?.ended();
    this.#stopping = false;
    this.#host = null;
    await this.start();
  }

  /** Finishes what our own collector accepted, or gives up after a while: whether it has. Another's goes on. May be called twice. */
  async stop(): Promise<boolean> {
    this.#stopping = true;
    this.#forgetToken();
    return (await this.#host?.stop()) ?? true;
  }

  #forgetToken(): void {
    this.#windowToken?.revoke();
    this.#windowToken = null;
  }

  #sayAttached({
    url,
    version,
    dataDirectory,
  }: {
    url: string;
    version: string;
    dataDirectory: string;
  }): void {
    const { log, version: own, config } = this.#options;
    const elsewhere =
      dataDirectory === config.storage.data_dir ? '' : `, whose data lies in ${dataDirectory}`;
    log.info(`Tracedeck shows the collector that runs already on ${url}${elsewhere}`);
    if (elsewhere !== '') log.warn(`the window shows the collector on ${url}${elsewhere}`);
    if (version !== own)
      log.warn(`that collector is Tracedeck ${version}, this window ${own}: some of it may not work`);
  }
}
