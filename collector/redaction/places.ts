import { MAX_REMEMBERED_NAME } from '../decode/name-cache.ts';
import type { Allowance } from './allowance.ts';
import type { Plan, Plans } from './plans.ts';
import type { ActiveRule } from './rules.ts';

/** Characters of the keys around a value: whoever nests longer ones does not mean to be read. */
const MAX_PATH = 4096;

/** Where a value stands. */
export interface Place {
  readonly plan: Plan;
  /** The keys around it, with dots between them; only kept where a rule asks for keys. */
  readonly path: string;
}

/** What the keys in one export request lead to, in its messages and in the JSON of its texts. */
export class Places {
  readonly #plans: Plans;
  readonly #allowance: Allowance;
  /** Looking at keys has taken too long. */
  #isBlind = false;

  constructor(plans: Plans, allowance: Allowance) {
    this.#plans = plans;
    this.#allowance = allowance;
  }

  /** Outside of all keys. */
  get outermost(): Place {
    return { plan: this.#plans.everywhere, path: '' };
  }

  /** As if there were no rules but those that ask for keys. */
  get keyed(): Places {
    return new Places(this.#plans.keyed, this.#allowance);
  }

  /** What stands for all rules that ask for keys; null where there is none, so that no key needs to be looked at. */
  get unseen(): ActiveRule | null {
    return this.#plans.unseen;
  }

  /** The place of a key's value. */
  under(around: Place, key: string): Place {
    const path = around.path === '' ? key : `${around.path}.${key}`;
    const own = this.#planOf(path);
    // What holds for a value holds for all that is in it.
    const patterns = new Set([...own.patterns, ...around.plan.patterns]);
    if (patterns.size === own.patterns.length) return { path, plan: own };
    return { path, plan: { ...own, patterns: this.#plans.inOrder(patterns) } };
  }

  /** Where keys are too long, or looking at them takes too long, all that they might name is replaced. */
  #planOf(path: string): Plan {
    const known = path.length <= MAX_REMEMBERED_NAME ? this.#plans.known(path) : undefined;
    if (known !== undefined) return known;
    const unseen = this.#plans.unseen!;
    this.#isBlind ||= !this.#allowance.goesOn(unseen.name, Math.min(path.length, MAX_PATH));
    return this.#isBlind || path.length > MAX_PATH ? { whole: unseen, patterns: [] } : this.#plans.of(path);
  }
}
