import { getPriority, setPriority } from 'node:os';

/** Steps of the system's priority, of which 19 is the last. */
const STEPS = 10;
const LAST = 19;

/**
 * Has the system run all other threads before the calling one. Elsewhere than under Linux this would be of the whole process.
 * From the priority that the process was started with: nobody may raise it.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + STEPS, LAST));
}
