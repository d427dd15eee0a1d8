import { errorMessage } from '../../collector/lib/error-message.ts';
import type { Log } from '../../collector/lib/log.ts';
import type { UpdateState } from '../contract/bridge.ts';
import { installsAtQuit, nextUpdateStep, updateState, type UpdateFacts, type UpdateStep } from './policy.ts';

/** Where new versions come from. Nothing of it is asked before the policy says so. */
export interface UpdateFeed {
  /** The newer version; null where this is the newest. */
  look(): Promise<string | null>;
  /** Resolves when it is on the disk and its signature was checked. */
  download(onProgress: (part: number) => void): Promise<void>;
  /** Ends the app and installs, and starts it again where that is asked for; at once, or once the system has prepared it. */
  install(startAgain: boolean): void;
}

export interface UpdaterOptions {
  /** Called once, when it is needed. `onError` hears what fails, also what no promise tells: an installation. */
  readonly feed: (onError: (error: Error) => void) => Promise<UpdateFeed>;
  readonly unsupported: string | null;
  readonly consent: () => boolean;
  readonly log: Log;
  readonly onState: (state: UpdateState) => void;
  readonly now?: () => number;
}

/** Takes the policy's next step whenever something has changed, and now and then. */
export class Updater {
  readonly #options: UpdaterOptions;
  readonly #now: () => number;
  #feed: Promise<UpdateFeed> | null = null;
  #step: UpdateStep = { at: 'idle' };
  #lookedAt: number | null = null;
  #busyAt: number | null = null;
  #lookAsked = false;
  #installAsked = false;

  constructor(options: UpdaterOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get state(): UpdateState {
    return updateState(this.#facts());
  }

  /** Exports arrive, or wait to be stored. */
  noteBusy(): void {
    this.#busyAt = this.#now();
  }

  /** Looks now, whatever the setting is. Resolves when it is known what there is. */
  async look(): Promise<UpdateState> {
    this.#lookAsked = true;
    await this.advance();
    return this.state;
  }

  /** Installs what was downloaded as soon as it is quiet. */
  async install(): Promise<UpdateState> {
    this.#installAsked = true;
    await this.advance();
    this.#tell();
    return this.state;
  }

  /** Does what is to be done now, if anything. Never rejects: a failure is a state. */
  async advance(): Promise<void> {
    const next = nextUpdateStep(this.#facts());
    if (next === 'look') await this.#look();
    else if (next === 'download') void this.#download();
    else if (next === 'install') await this.#install(true);
  }

  /** To be called when the app ends: true where the installer has it. */
  async installAtQuit(): Promise<boolean> {
    if (!installsAtQuit(this.#facts())) return false;
    await this.#install(false);
    return true;
  }

  /** What fails of it comes to `#installFailed`, also later than this. */
  async #install(startAgain: boolean): Promise<void> {
    if (this.#step.at !== 'downloaded') return;
    this.#set({ at: 'installing', version: this.#step.version });
    try {
      (await this.#source()).install(startAgain);
    } catch (error) {
      this.#installFailed(error);
    }
  }

  /** What is said of a look or a download is said by its promise. */
  #installFailed(error: unknown): void {
    if (this.#step.at === 'downloaded' || this.#step.at === 'installing')
      this.#fail(`Tracedeck ${this.#step.version} could not be installed`, error);
  }

  async #look(): Promise<void> {
    this.#set({ at: 'looking' });
    try {
      const version = await (await this.#source()).look();
      this.#lookedAt = this.#now();
      if (version === null) this.#lookAsked = false;
      this.#set(version === null ? { at: 'idle' } : { at: 'found', version });
    } catch (error) {
      this.#lookedAt = this.#now();
      this.#fail('could not check for updates', error);
    }
    await this.advance();
  }

  async #download(): Promise<void> {
    if (this.#step.at !== 'found') return;
    const { version } = this.#step;
    this.#set({ at: 'downloading', version, progress: 0 });
    try {
      const feed = await this.#source();
      await feed.download((progress) => this.#set({ at: 'downloading', version, progress }));
      this.#set({ at: 'downloaded', version });
    } catch (error) {
      this.#fail(`Tracedeck ${version} could not be downloaded`, error);
    }
    this.#lookAsked = false;
    await this.advance();
  }

  #source(): Promise<UpdateFeed> {
    return (this.#feed ??= this.#open());
  }

  /** One that could not be opened is opened again when it is needed next. */
  async #open(): Promise<UpdateFeed> {
    try {
      return await this.#options.feed((error) => this.#installFailed(error));
    } catch (error) {
      this.#feed = null;
      throw error;
    }
  }

  #fail(what: string, error: unknown): void {
    this.#lookAsked = false;
    this.#installAsked = false;
    const [why] = errorMessage(error).split('\n', 1);
    this.#options.log.warn(`${what}: ${why}`);
    this.#set({ at: 'failed', why: `${what}: ${why}` });
  }

  #set(step: UpdateStep): void {
    this.#step = step;
    this.#tell();
  }

  #tell(): void {
    this.#options.onState(this.state);
  }

  #facts(): UpdateFacts {
    return {
      unsupported: this.#options.unsupported,
      consent: this.#options.consent(),
      step: this.#step,
      now: this.#now(),
      lookedAt: this.#lookedAt,
      busyAt: this.#busyAt,
      lookAsked: this.#lookAsked,
      installAsked: this.#installAsked,
    };
  }
}
