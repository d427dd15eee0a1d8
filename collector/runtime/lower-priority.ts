import { getPriority, setPriority } from 'node:os';

/** The lowest of the system's priorities. */
const LAST = 19;

/**
 * Has the system run other threads before the calling one: with three steps it gets half of what they get where there is not
 * enough for all, with ten a tenth. Elsewhere than under Linux this would be of the whole process. From the priority that the
 * process was started with: nobody may raise it.
 */
export function lowerPriority(steps: number): void {
  if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + steps, LAST));
}
