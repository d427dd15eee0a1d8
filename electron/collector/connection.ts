import { setTimeout as wait } from 'node:timers/promises';
import type { Config, ConfigOrigin } from '../../collector/config/config.ts';
import { DirectoryInUseError } from '../../collector/lib/directory-errors.ts';
import { findInstance } from '../../collector/instance.ts';
import { holderOf } from '../../collector/config/settings-file.ts';
import type { Log } from '../../collector/lib/log.ts';
import { askCollector, type Target } from './ask.ts';
import { chooseCollector } from './choose.ts';
import { CollectorHost, firstFreePort } from './host.ts';
import { recogniseAt } from './recognise.ts';
import { tokenFor, type WindowToken } from './window-token.ts';

export interface ConnectionOptions {
  readonly config: Config;
  readonly origin: ConfigOrigin;
  readonly log: Log;
  /** The words that start the command line of this app. */
  readonly commandLine?: readonly string[];
  /** Of this app: a collector of another version is told of. */
  readonly version: string;
  /** How long a stop may take before it counts as not finished. */
  readonly patienceMs?: number;
}

/** For who has the data directory and does not say yet where it listens, or not any more. */
const PATIENCE_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/** Times in a row that a collector which is not ours may not answer before ours takes its place. */
const LOST_AFTER = 3;

/** The collector that the window shows: one that runs already, or our own. */
export class CollectorConnection {
  readonly #options: ConnectionOptions;
  #host: CollectorHost | null = null;
  #windowToken: WindowToken | null = null;
  #url: string | null = null;
  /** Of our own collector. */
  #ownToken: string | null = null;
  #unanswered = 0;
  #stopping = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Throws before the start and after a failed one. */
  get target(): Target {
    if (this.#url === null) throw new Error('the collector is not started');
    const token = this.#currentToken()?.token ?? this.#ownToken;
    if (token === null) return { url: this.#url, token };
    return { url: this.#url, token, onRefused: () => this.#noteRefused(token) };
  }

  /** The id of the window's token in the list of tokens; null where none is in it. */
  get tokenId(): string | null {
    return this.#currentToken()?.id ?? null;
  }

  /** Whether the collector is one that another program runs. */
  get isAttached(): boolean {
    return this.#url !== null && this.#host === null;
  }

  /**
   * Attaches or starts, and says in the log what a person should know of it. Rejects with one clear line; not because another
   * collector is just starting or ending, such as that of an import.
   */
  async start(): Promise<void> {
    for (const begunAt = performance.now(); ; await wait(LOOK_AGAIN_MS))
      try {
        return await this.#startOnce();
      } catch (error) {
        const isOver = this.#stopping || performance.now() - begunAt >= PATIENCE_MS;
        if (!(error instanceof DirectoryInUseError) || isOver) throw error;
      }
  }

  async #startOnce(): Promise<void> {
    const { config, origin, commandLine, log, patienceMs } = this.#options;
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
      this.#windowToken = await tokenFor(choice.found, log);
      this.#url = choice.found.url;
      this.#ownToken = null;
      return;
    }
    const own = new CollectorHost(config, log, { origin, commandLine }, patienceMs);
    const { http } = await own.start(choice.port);
    this.#host = own;
    this.#url = http;
    this.#ownToken = own.issueToken();
    log.info(`Tracedeck is listening on ${http}`);
  }

  /** Asks the collector for something, with the window's token. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const { target } = this;
    const { method, headers, body } = new Request(new URL(path, target.url), init);
    return askCollector(target, path, { method, headers, body, signal: init.signal ?? null });
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
    await this.start().catch((error: unknown) => {
      throw new Error(`another collector could not take its place: ${String(error)}`, { cause: error });
    });
    return true;
  }

  /** After a stop that was not the end of the app. Waits for the end of one that has not finished. */
  async restart(): Promise<void> {
    const { log } = this.#options;
    await this.#host
      ?.ended()
      .catch((error: unknown) => log.warn(`the collector did not stop well: ${String(error)}`));
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

  /** Where none can be made the page asks for one itself. */
  #currentToken(): { readonly token: string; readonly id: string } | null {
    try {
      return this.#windowToken?.current ?? null;
    } catch (error) {
      this.#options.log.warn(`no token could be made for the window: ${String(error)}`);
      this.#windowToken = null;
      return null;
    }
  }

  /** One that should count and does not is of no use: without it the page is asked for its own. */
  #noteRefused(token: string): void {
    if (this.#windowToken?.isGood(token) === true) this.#forgetToken();
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
