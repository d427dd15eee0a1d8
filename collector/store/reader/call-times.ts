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
 * SQL that gathers the times of the spans that `which` chooses from among those of a group: a text, since a row for each of
 * them takes thrice as long. JSON keeps all digits of a number, infinity too.
 */
export function timesSql(which: string): string {
  const firstToken = 'spans.time_to_first_token_ms';
  return `json_array(json_group_array(MAX(spans.end_ns - spans.start_ns, 0)) FILTER (WHERE ${which}),
    json_group_array(${firstToken}) FILTER (WHERE ${which} AND ${firstToken} IS NOT NULL))`;
}

/** Adds what `timesSql` has gathered. */
export function addTimes(times: CallTimes, gathered: string): void {
  const [nanos, firstTokens] = JSON.parse(gathered) as [number[], number[]];
  for (const duration of nanos) times.latencies.push(duration / 1e6);
  for (const firstToken of firstTokens) times.firstTokens.push(firstToken);
}
