import { appendFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileSize } from '../../collector/lib/file-size.ts';
import { makeFolder } from '../../collector/lib/make-folder.ts';

export interface LogFileOptions {
  readonly folder: string;
  /** Past this a new file is begun. */
  readonly maxBytes?: number;
  /** Files before the current one. */
  readonly kept?: number;
}

const NAME = 'tracedeck.log';
/** So many times its bound a file may have while no new one can be begun, as while a viewer under Windows holds it. */
const WHILE_HELD = 5;

/**
 * A log that never grows past its bounds: `tracedeck.log`, and `.1` to `.4` before it. A line is on its way to the disk
 * when `write` returns, so that the last words of a process are in it. Never throws: a full disk must not end the app.
 */
export class LogFile {
  readonly #options: Required<LogFileOptions>;
  readonly #file: string;
  #bytes: number;

  constructor(options: LogFileOptions) {
    this.#options = { maxBytes: 1_000_000, kept: 4, ...options };
    this.#file = path.join(options.folder, NAME);
    this.#bytes = fileSize(this.#file);
  }

  get folder(): string {
    return this.#options.folder;
  }

  write(level: string, message: string, now = new Date()): void {
    const line = `${now.toISOString()} ${level} ${message.trimEnd().replaceAll('\n', '\n    ')}\n`;
    try {
      makeFolder(this.#options.folder);
      if (!this.#hasRoom(line) && !this.#rotate() && !this.#hasRoom(line, WHILE_HELD)) return;
      appendFileSync(this.#file, line, { mode: 0o600 });
      this.#bytes += Buffer.byteLength(line);
    } catch {
      // Said on the terminal all the same; there is nowhere else to say that the log can't be written.
    }
  }

  #hasRoom(line: string, times = 1): boolean {
    return this.#bytes === 0 || this.#bytes + Buffer.byteLength(line) <= this.#options.maxBytes * times;
  }

  /** False where it can't be. */
  #rotate(): boolean {
    const { kept } = this.#options;
    try {
      rmSync(`${this.#file}.${kept}`, { force: true });
      for (let age = kept - 1; age >= 0; age--) {
        const from = age === 0 ? this.#file : `${this.#file}.${age}`;
        if (fileSize(from) > 0) renameSync(from, `${this.#file}.${age + 1}`);
      }
    } catch {
      return false;
    }
    this.#bytes = 0;
    return true;
  }
}
