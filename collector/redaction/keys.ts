/**
 * Chooses attribute keys: those that are named, and those that a name with `*` in it stands for, in upper or lower case, since
 * headers and settings are written in any.
 */
export class KeySelector {
  readonly #exact: ReadonlySet<string>;
  readonly #wild: readonly (readonly string[])[];

  constructor(keys: readonly string[]) {
    const names = keys.map((key) => key.toLowerCase());
    this.#exact = new Set(names.filter((name) => !name.includes('*')));
    this.#wild = names.filter((name) => name.includes('*')).map((name) => name.split('*'));
  }

  has(key: string): boolean {
    const name = key.toLowerCase();
    return this.#exact.has(name) || this.#wild.some((pieces) => fits(name, pieces));
  }
}

/** Whether the pieces stand in the key one after the other, the first at its beginning and the last at its end. */
function fits(key: string, pieces: readonly string[]): boolean {
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (!key.startsWith(first) || !key.endsWith(last)) return false;
  const end = key.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = key.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end;
}
