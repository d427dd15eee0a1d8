/** Digits that go into JSON as they are, `T` to whoever reads the answer. Typed here: the standard library's types lack it. */
export const { rawJSON } = JSON as unknown as { rawJSON: <T>(digits: string) => T };
