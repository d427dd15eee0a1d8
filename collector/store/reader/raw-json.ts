/** Digits that go into JSON as they are. Typed here: the standard library's types lack it. */
export const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => number };
