const collator = new Intl.Collator(undefined, { numeric: true });

/** The order in which people look names up: in their language, and numbers in names as numbers (`run-2`, `run-10`). */
export function byName(a: string, b: string): number {
  return collator.compare(a, b);
}
