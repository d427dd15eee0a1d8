import { endsOf, withoutWhiteSpace } from '../white-space.ts';

/** The first text with its ends; or, where several have them, keys by the whole text without its white space. */
type Alike = { readonly text: string; readonly key: number } | Map<string, number>;

/**
 * Numbers for texts: the same number for texts that are the same but for white space, since SDKs join and trim them each in
 * their own way. Most texts differ at their ends already, so that few are gone through from end to end.
 */
export class TextKeys {
  readonly #keys = new Map<string, number>();
  readonly #byEnds = new Map<string, Alike>();
  #size = 0;

  keyOf(text: string): number {
    let key = this.#keys.get(text);
    if (key === undefined) this.#keys.set(text, (key = this.#find(text)));
    return key;
  }

  #find(text: string): number {
    const ends = endsOf(text);
    const known = this.#byEnds.get(ends);
    if (known === undefined) {
      const key = this.#size++;
      this.#byEnds.set(ends, { text, key });
      return key;
    }
    const alike = known instanceof Map ? known : new Map([[withoutWhiteSpace(known.text), known.key]]);
    if (alike !== known) this.#byEnds.set(ends, alike);
    const whole = withoutWhiteSpace(text);
    let key = alike.get(whole);
    if (key === undefined) alike.set(whole, (key = this.#size++));
    return key;
  }
}
