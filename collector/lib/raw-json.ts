/**
 * `rawJSON`: digits that go into JSON as they are, `T` to whoever reads the answer; `isRawJSON`: whether a value is such. Typed here:
 * the standard library's types lack them.
 */
export const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: <T>(digits: string) => T;
  isRawJSON: (value: unknown) => boolean;
};

/** A double for JSON: what has no number there is text, as ProtoJSON has it, and minus zero keeps its sign. */
export function jsonDouble(value: number): number | string {
  if (Object.is(value, -0)) return rawJSON<number>('-0.0');
  return Number.isFinite(value) ? value : String(value);
}
