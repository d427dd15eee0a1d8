import { EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import type { RedactionRule } from '../contract/redaction.ts';
import { threadTimeMs } from './allowance.ts';
import { Plans } from './plans.ts';
import { RequestRedaction, type Redacted } from './request-redaction.ts';
import { activeRules, type ActiveRule } from './rules.ts';

/** Applies rules to export requests, on their wire bytes, before anything else has seen them. */
export class Redactor {
  readonly #plans: Plans;
  readonly #clock: () => number;

  private constructor(rules: readonly ActiveRule[], clock: () => number) {
    this.#plans = new Plans(rules);
    this.#clock = clock;
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
    return new RequestRedaction(this.#plans, body, this.#clock).run(EXPORT_REQUESTS[signal]);
  }
}
