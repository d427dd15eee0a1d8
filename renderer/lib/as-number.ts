/** A number of an answer to draw or to compute with. Integers past 2^53 are read as bigint (lib/parse-json.ts). */
export function asNumber(value: number | bigint): number {
  return Number(value);
}
