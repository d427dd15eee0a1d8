/** What DurationBar measures by: the longest of a list's durations, and in characters the longest of their labels. */
export function durationScale(
  rows: readonly { readonly label: string; readonly durationMs: number }[],
): Readonly<Record<`--${string}`, number>> {
  return {
    '--longest': Math.max(1, ...rows.map(({ durationMs }) => durationMs)),
    '--label-length': Math.max(1, ...rows.map(({ label }) => label.length)),
  };
}
