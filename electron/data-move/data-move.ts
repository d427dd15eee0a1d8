import { DirectoryInUseError } from '../../collector/lib/directory-errors.ts';
import type { DirectoryLock } from '../../collector/store/file/directory-lock.ts';
import type { Log } from '../../collector/lib/log.ts';
import type { CollectorConnection } from '../collector/connection.ts';
import type { Notices } from '../notices.ts';
import type { DesktopSettings } from '../settings/desktop-settings.ts';
import { copyData, MoveError, planMove, removeSource } from './move-files.ts';

export interface DataMoveOptions {
  readonly connection: Pick<CollectorConnection, 'isAttached' | 'stop' | 'restart'>;
  readonly settings: DesktopSettings;
  readonly notices: Notices;
  readonly log: Log;
  readonly dataDirectory: string;
  /** All that settings are read from: they stay where they are. */
  readonly settingsFiles: readonly string[];
  /** Before anything is copied: what the page keeps is on the disk then. */
  readonly flush: () => Promise<void>;
  /** Ends the app and starts it again. */
  readonly startAgain: () => void;
}

/** Moves all data into another folder while nothing is received, and starts again from there. */
export class DataMove {
  readonly #options: DataMoveOptions;
  #cancel: AbortController | null = null;

  constructor(options: DataMoveOptions) {
    this.#options = options;
  }

  cancel(): void {
    this.#cancel?.abort();
  }

  /** Rejects with one clear line, and everything is where it was and goes on. */
  async move(to: string): Promise<void> {
    if (this.#cancel) throw new MoveError('a move is under way');
    // Before anything is waited for: a second move would take the source from under this one.
    this.#cancel = new AbortController();
    try {
      await this.#check(to);
      await this.#run(to, this.#cancel.signal);
    } finally {
      this.#cancel = null;
    }
  }

  /** Looks at all that could keep it from going on, before anything is stopped for it. */
  async #check(to: string): Promise<void> {
    const { connection, settings, dataDirectory, settingsFiles } = this.#options;
    if (connection.isAttached)
      throw new MoveError('the collector belongs to another program: end that, then move its data');
    settings.checkDataDirectory();
    await planMove(dataDirectory, to, settingsFiles);
  }

  async #run(to: string, signal: AbortSignal): Promise<void> {
    const { connection, settings, notices, log, dataDirectory, settingsFiles, flush, startAgain } =
      this.#options;
    const text = `Moving all data to ${to}; nothing is received meanwhile`;
    const notice = (progress: number) =>
      ({ tone: 'info', text, progress, actions: ['cancel-move'] }) as const;
    const id = notices.add(notice(0));
    try {
      if (!(await connection.stop())) {
        notices.update(id, {
          tone: 'info',
          text: `${text}. What was received is still being written`,
          progress: 0,
        });
        throw new MoveError(
          'what was received could not be written in time; everything is where it was: try again when less arrives',
        );
      }
      const lock = await lockData(dataDirectory);
      try {
        await flush();
        const move = await planMove(dataDirectory, to, settingsFiles);
        let told = 0;
        await copyData(move, {
          signal,
          onProgress: (bytes) => {
            const part = bytes / Math.max(move.bytes, 1);
            if (part - told < 0.01) return;
            notices.update(id, notice((told = part)));
          },
          onCopied: () => settings.keepDataDirectory(move.to),
        });
        await removeSource(move).catch((error: unknown) =>
          log.warn(`what was moved is still in ${dataDirectory}, too: ${String(error)}`),
        );
      } finally {
        lock.close();
      }
      startAgain();
    } catch (error) {
      await connection.restart();
      throw error;
    } finally {
      notices.dismiss(id);
    }
  }
}

/** A command that began meanwhile would write into what is copied, and have what it stored taken away. */
async function lockData(dataDirectory: string): Promise<DirectoryLock> {
  const { lockDirectory } = await import('../../collector/store/file/directory-lock.ts');
  try {
    return lockDirectory(dataDirectory);
  } catch (cause) {
    if (!(cause instanceof DirectoryInUseError)) throw cause;
    throw new MoveError('another command of Tracedeck uses the data: move it once that is done', { cause });
  }
}
