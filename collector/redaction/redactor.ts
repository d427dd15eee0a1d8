import { EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import type { RedactionRule } from '../contract/redaction.ts';
import { NameCache } from '../decode/name-cache.ts';
import { threadTimeMs } from './allowance.ts';
import { RequestRedaction } from './request-redaction.ts';
import { activeRules, type ActiveRule } from './rules.ts';

/** What the rules that are switched on do with a value: replace it whole, or what patterns match in it. */
export interface Plan {
  readonly whole: ActiveRule | null;
  readonly patterns: readonly ActiveRule[];
}

export interface Redacted {
  /** The one that was given, where nothing is replaced. */
  readonly body: Buffer;
  /** Texts and values in which something was replaced. */
  readonly values: number;
  /** Rules that took too long: what they had not looked at is replaced whole. */
  readonly slow: readonly string[];
}

const MAX_PLANS = 8192;

/** Applies rules to export requests, on their wire bytes, before anything else has seen them. */
export class Redactor {
  /** For texts that have no key. */
  readonly everywhere: Plan;
  /** What stands for all rules that ask for keys, whole values: for those of which nobody can look; null without such a rule. */
  readonly unseen: ActiveRule | null;
  readonly #rules: readonly ActiveRule[];
  readonly #clock: () => number;
  readonly #plans = new NameCache<Plan>(MAX_PLANS);

  private constructor(rules: readonly ActiveRule[], clock: () => number) {
    this.#rules = rules;
    this.#clock = clock;
    this.everywhere = { whole: null, patterns: rules.filter(({ keys }) => keys === null) };
    const keyed = rules.filter(({ keys }) => keys !== null);
    const first = keyed.find(({ pattern }) => pattern === null) ?? keyed[0];
    this.unseen = first === undefined ? null : { ...first, pattern: null };
  }

  /** Null where no rule is switched on. `clock`: milliseconds that the thread has worked. */
  static of(rules: readonly RedactionRule[], clock: () => number = threadTimeMs): Redactor | null {
    const active = activeRules(rules);
    return active.length === 0 ? null : new Redactor(active, clock);
  }

  /**
   * The protobuf bytes of an export request without what the rules take out. Whatever they leave, fields that the protocol does
   * not know included, keeps its bytes; what is malformed stays so, for the decoder to refuse.
   */
  redact(signal: Signal, body: Buffer): Redacted {
    return new RequestRedaction(this, body, this.#clock).run(EXPORT_REQUESTS[signal]);
  }

  /** What `planOf` has found earlier; undefined where it would have to look. */
  knownPlanOf(key: string): Plan | undefined {
    return this.#plans.get(key);
  }

  /** What to do with the value of an attribute. Keys inside a value follow those around them: `headers.authorization`. */
  planOf(key: string): Plan {
    const of = this.#rules.filter(({ keys }) => keys === null || keys.has(key));
    return this.#plans.add(key, {
      whole: of.find(({ pattern }) => pattern === null) ?? null,
      patterns: of.filter(({ pattern }) => pattern !== null),
    });
  }
}
