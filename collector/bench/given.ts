/* What benchmarks and torture are told to do. What is nothing would be measured as nothing, and look like a success. */

/** Throws where it is no whole number from one on. */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${option} takes a number from 1 on, not ${text}`);
  return Number(text);
}

/** Throws where one of the names is none of those that there are. */
export function partsOf<T extends string>(names: readonly string[], all: readonly T[]): ReadonlySet<T> {
  const unknown = names.filter((name) => !all.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join()}: there are ${all.join()}`);
  return new Set(all.filter((part) => names.includes(part)));
}
