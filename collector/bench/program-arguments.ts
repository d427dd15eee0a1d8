/* The arguments of programs that npm runs for developers. A number or a part that is none would be measured as nothing, and look like a success. */

const WRONG_USAGE = 2;

/**
 * What `read` makes of the arguments. Where it throws, why is told in one line with what the program takes, the first line of
 * its usage, and the process ends with 2.
 */
export function readArguments<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error(`${firstSentence((error as Error).message)}: ${usage.split('\n', 1)[0]}`);
    process.exit(WRONG_USAGE);
  }
}

/** Behind it Node tells how to write a file whose name begins as an option does. */
const firstSentence = (text: string): string => text.split(/\.?(?:\n|\. |$)/, 1)[0]!;

/** Throws where it is no whole number from one on. */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${option} takes a number from 1 on, not ${text}`);
  return Number(text);
}

/** The parts that are named, in the order of `all`. Throws where one of the names is none of those that there are. */
export function partsOf<T extends string>(names: readonly string[], all: readonly T[]): ReadonlySet<T> {
  const unknown = names.filter((name) => !all.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join()}: there are ${all.join()}`);
  return new Set(all.filter((part) => names.includes(part)));
}
