import type { ReadableDatabase } from '../database.ts';

/** The times of some calls, in milliseconds. */
export interface CallTimes {
  readonly latencies: number[];
  /** Of those calls that told it. */
  readonly firstTokens: number[];
}

export const noTimes = (): CallTimes => ({ latencies: [], firstTokens: [] });

export function addTime(times: CallTimes, latency: number, firstToken: number | null): void {
  times.latencies.push(latency);
  if (firstToken !== null) times.firstTokens.push(firstToken);
}

/**
 * Makes `collect_times(latency, first_token)` known to a connection: an aggregate that gathers a group's times while its rows
 * are summed up, so that they are read once. Its result stands for them: the place in what `take` answers.
 */
export function collectTimes(database: ReadableDatabase): { take(): CallTimes[] } {
  let collected: CallTimes[] = [];
  database.aggregate<CallTimes>('collect_times', {
    start: noTimes,
    // The types know aggregates of one argument only.
    step: addTime as unknown as (times: CallTimes) => void,
    result: (times) => collected.push(times) - 1,
  });
  return {
    take: () => {
      const taken = collected;
      collected = [];
      return taken;
    },
  };
}
