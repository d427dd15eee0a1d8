import { inspect } from 'node:util';

/** An error with its stack and everything behind it, for the log. */
export const describeError = (error: unknown): string =>
  typeof error === 'string' ? error : inspect(error, { depth: 6, breakLength: 120 });
