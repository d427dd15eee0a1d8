import { DecodeError } from '../decode/wire.ts';
import { ApiError } from '../errors.ts';
import { errorStack } from '../lib/error-message.ts';
import { TooManyMessages } from '../messages/most-messages.ts';
import { FAULT_WORDS, faultOf, type StorageFault } from '../store/faults.ts';
import type { FailedAnswer } from './exchange.ts';

/** What was stored was decoded to its last byte before: where it can't be any more, it has changed on the disk. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DecodeError || faultOf(error) === 'damaged';

/** Why what is called `name` could not be read: for whoever asked, and as `cause` for the log where it is no fault of theirs. */
export function failedAnswer(name: string, error: unknown): FailedAnswer {
  if (error instanceof ApiError)
    return { ok: false, code: error.code, message: error.message, cause: null, fault: null };
  if (error instanceof TooManyMessages) return failedAnswer(name, tooMany(error));
  const cause = `${name} failed: ${errorStack(error)}`;
  const fault = isDamage(error) ? 'damaged' : faultOf(error);
  const code = fault === 'locked' ? 'STORAGE_UNAVAILABLE' : 'STORAGE_ERROR';
  return { ok: false, code, message: whyUnreadable(fault), cause, fault };
}

const tooMany = ({ message }: TooManyMessages): ApiError =>
  new ApiError(
    'VALIDATION_ERROR',
    `what it says is ${message}, too much for one answer: read its attributes`,
  );

function whyUnreadable(fault: StorageFault | null): string {
  if (fault === null || fault === 'failing') return 'the database could not be read';
  if (fault === 'damaged')
    return 'this part of the database is damaged: stop Tracedeck and run "tracedeck doctor --repair"';
  return `the database could not be read: ${FAULT_WORDS[fault]}`;
}

/** What is told to whoever asked the reader that died: the same would end the next one, too, where its memory was full. */
export const whyDied = (failure: Error | undefined): ApiError =>
  failure !== undefined && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ApiError('VALIDATION_ERROR', 'the answer takes more memory than a reader has: ask for less')
    : new ApiError('STORAGE_ERROR', 'the reader thread stopped, ask again');
