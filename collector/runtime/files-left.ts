import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Looks } from './looks.ts';

/** More than a thread takes, or whatever else has an event loop of its own: five, without which Node can't start one. */
const NEEDED = 8;
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
 * unseen. `tell` is called with each look, with null while all is well; `lookSoon` is for each connection, which takes a file.
 */
export function watchFiles(tell: (shortage: string | null) => void): Looks {
  return new Looks(() => {
    const shortage = hasFilesLeft() ? null : SHORTAGE;
    tell(shortage);
    return shortage !== null;
  });
}
