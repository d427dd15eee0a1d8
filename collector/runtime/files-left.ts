import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** More than a thread takes, or whatever else has an event loop of its own: five, without which Node can't start one. */
const NEEDED = 8;
const LOOK_MS = 5000;
const SHORTAGE =
  'the system gives this process no more files: connections are cut off and threads can’t be started until some are closed';

/** Whether this process may open some files more at this moment. */
export function hasFilesLeft(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, 'r'));
    return true;
  } catch (error) {
    return !['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/**
 * Sees that no file is left, and that some are again. Node says nothing of it: connections that it has no file for are closed
 * unseen.
 */
export class FileWatch {
  readonly #tell: (shortage: string | null) => void;
  #timer: NodeJS.Timeout | undefined;

  /** `tell` is called every few seconds, with null while all is well. */
  constructor(tell: (shortage: string | null) => void) {
    this.#tell = tell;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tell(hasFilesLeft() ? null : SHORTAGE), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
