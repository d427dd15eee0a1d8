import type { Config } from '../../collector/config/config.ts';
import type { TraceSummary } from '../../collector/contract/traces.ts';
import { countOf } from '../../collector/contract/words.ts';

export type NotificationSettings = Config['desktop']['notifications'];

/** What of a trace matters here. */
export type TraceFacts = Pick<
  TraceSummary,
  | 'trace_id'
  | 'trace_name'
  | 'end_time'
  | 'duration_ms'
  | 'total_cost'
  | 'error_count'
  | 'has_error'
  | 'is_complete'
>;

export interface TraceNotification {
  readonly title: string;
  readonly body: string;
}

/** A trace that ended longer ago was imported, or exported late: it is no news. */
const NEWS_MS = 5 * 60_000;
/** At once so many; the next one tells how many there were more. */
const BURST = 5;
const BURST_MS = 60_000;
const REMEMBERED = 10_000;
const MAX_NAME = 80;

/** Whether it happens now and does not come from an old file. `now` in milliseconds since 1970, as traces tell their times. */
export function isLive({ end_time }: Pick<TraceFacts, 'end_time'>, now: number, newsMs = NEWS_MS): boolean {
  return now - Date.parse(end_time) <= newsMs;
}

export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since the app was started, whatever the computer's clock was set to meanwhile. */
  readonly runningMs: number;
}

/** What is worth telling of a trace: each reason once a trace, and never more than a few a minute. */
export class NotificationRules {
  readonly #told = new Set<string>();
  /** When the last were told, by `runningMs`. */
  readonly #times: number[] = [];
  #heldBack = 0;

  /** Null where there is nothing to tell, or nothing that was not told, or where it happened before the app was started. */
  take(
    projectId: string,
    trace: TraceFacts,
    settings: NotificationSettings,
    { now, runningMs }: Moment,
  ): TraceNotification | null {
    if (!isLive(trace, now, Math.min(NEWS_MS, runningMs))) return null;
    const fresh = reasonsOf(trace, settings).filter((reason) =>
      this.#isFirst(`${projectId}/${trace.trace_id}/${reason}`),
    );
    if (fresh.length === 0) return null;
    while (this.#times.length > 0 && runningMs - this.#times[0]! >= BURST_MS) this.#times.shift();
    if (this.#times.length >= BURST) {
      this.#heldBack++;
      return null;
    }
    this.#times.push(runningMs);
    const more = this.#heldBack === 0 ? '' : ` · and ${this.#heldBack} more before`;
    this.#heldBack = 0;
    return { title: titleOf(fresh[0]!, trace), body: `${bodyOf(trace)}${more}` };
  }

  #isFirst(key: string): boolean {
    if (this.#told.has(key)) return false;
    if (this.#told.size >= REMEMBERED) this.#told.delete(this.#told.values().next().value!);
    this.#told.add(key);
    return true;
  }
}

type Reason = 'error' | 'cost' | 'duration';

/** A threshold may be passed while the trace runs; an error counts when it has ended, since agents try again. */
function reasonsOf(
  trace: TraceFacts,
  { errors, cost_dollars, duration_secs }: NotificationSettings,
): Reason[] {
  const reasons: Reason[] = [];
  if (errors && trace.has_error && trace.is_complete) reasons.push('error');
  if (cost_dollars !== null && trace.total_cost > cost_dollars) reasons.push('cost');
  if (duration_secs !== null && trace.duration_ms > duration_secs * 1000) reasons.push('duration');
  return reasons;
}

function titleOf(reason: Reason, trace: TraceFacts): string {
  const name = nameOf(trace.trace_name);
  if (reason === 'error') return `${name} ended in an error`;
  return reason === 'cost'
    ? `${name} costs ${dollars(trace.total_cost)}`
    : `${name} takes ${durationText(trace.duration_ms)}`;
}

function bodyOf({ error_count, duration_ms, total_cost }: TraceFacts): string {
  const errors = error_count === 0 ? [] : [countOf(error_count, 'error')];
  return [...errors, durationText(duration_ms), dollars(total_cost)].join(' · ');
}

/** Whatever a span is called, it is one short line: controls and marks that turn the writing around are left out. */
function nameOf(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (plain === '') return 'A trace';
  // Half a character at the cut is none.
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME).replace(/\p{Cs}$/u, '')}…` : plain;
}

const dollars = (cost: number): string =>
  `$${cost >= 0.01 || cost === 0 ? cost.toFixed(2) : ONE_DIGIT.format(cost)}`;
// As plain text a number below a millionth has an exponent.
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 1 });

function durationText(ms: number): string {
  if (ms < 99.5) return `${Math.round(ms)} ms`;
  return ms < 59_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
