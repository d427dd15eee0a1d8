/** The times of some calls, in milliseconds. */
export interface CallTimes {
  readonly latencies: Float64Array;
  /** Of those calls that told it. */
  readonly firstTokens: Float64Array;
}

/** Gathers the times of calls. */
export class TimeList {
  readonly #latencies: number[] = [];
  readonly #firstTokens: number[] = [];

  add(latency: number, firstToken: number | null): void {
    this.#latencies.push(latency);
    if (firstToken !== null) this.#firstTokens.push(firstToken);
  }

  /** What `timesSql` has gathered. */
  addAll(gathered: string): void {
    const [nanos, firstTokens] = JSON.parse(gathered) as [number[], number[]];
    for (const duration of nanos) this.#latencies.push(duration / 1e6);
    for (const firstToken of firstTokens) this.#firstTokens.push(firstToken);
  }

  times(): CallTimes {
    return {
      latencies: Float64Array.from(this.#latencies),
      firstTokens: Float64Array.from(this.#firstTokens),
    };
  }
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
