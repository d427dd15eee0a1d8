import { NameCache } from '../decode/name-cache.ts';
import type { ActiveRule } from './rules.ts';

/** What the rules that are switched on do with a value: replace it whole, or what patterns match in it. */
export interface Plan {
  readonly whole: ActiveRule | null;
  readonly patterns: readonly ActiveRule[];
}

const MAX_PLANS = 8192;

/** What to do with each value, by its key. */
export class Plans {
  /** For texts that have no key. */
  readonly everywhere: Plan;
  /** What stands for all rules that ask for keys, whole values: for those of which nobody can look; null without such a rule. */
  readonly unseen: ActiveRule | null;
  readonly #rules: readonly ActiveRule[];
  readonly #known = new NameCache<Plan>(MAX_PLANS);

  constructor(rules: readonly ActiveRule[]) {
    this.#rules = rules;
    this.everywhere = { whole: null, patterns: rules.filter(({ keys }) => keys === null) };
    const keyed = rules.filter(({ keys }) => keys !== null);
    const first = keyed.find(({ pattern }) => pattern === null) ?? keyed[0];
    this.unseen = first === undefined ? null : { ...first, pattern: null };
  }

  /** Those of the rules that ask for keys. */
  get keyed(): Plans {
    return new Plans(this.#rules.filter(({ keys }) => keys !== null));
  }

  /** What `of` has found earlier; undefined where it would have to look. */
  known(key: string): Plan | undefined {
    return this.#known.get(key);
  }

  /** What to do with the value of an attribute. Keys inside a value follow those around them: `headers.authorization`. */
  of(key: string): Plan {
    const rules = this.#rules.filter(({ keys }) => keys === null || keys.has(key));
    return this.#known.add(key, {
      whole: rules.find(({ pattern }) => pattern === null) ?? null,
      patterns: rules.filter(({ pattern }) => pattern !== null),
    });
  }

  /** These rules as they follow one another: what one puts in its place is what the next looks at. */
  inOrder(rules: ReadonlySet<ActiveRule>): readonly ActiveRule[] {
    return this.#rules.filter((rule) => rules.has(rule));
  }
}
