/** A small seeded generator (mulberry32) of numbers from 0 to 1: the same on every machine and run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Text that no compression makes much smaller. */
export function randomText(length: number, seed: number): string {
  const next = random(seed);
  let text = '';
  while (text.length < length) text += Math.floor(next() * 2 ** 32).toString(36);
  return text;
}
