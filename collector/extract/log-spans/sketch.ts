import type { Attributes } from '../../decode/records.ts';

/** An event that a program logged, under its full name (`codex.user_prompt`). */
export interface LoggedEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

/** The span that an event tells of. It ends when the event was written. */
export interface EventSpan {
  readonly name: string;
  readonly durationMs: number;
  /** Why it failed; null where it did not. */
  readonly failure: string | null;
  /** Beside the event's own; of the same key these count. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Where an event belongs. */
export interface EventPlace {
  /** What makes a trace: the events that say the same here are one. */
  readonly trace: readonly string[];
  /** Null for an event that tells of no span. */
  readonly span: EventSpan | null;
  /**
   * `root`: its span is the parent of all others of the trace. `child`: it lies below that one, or belongs to it where it
   * tells of no span. `flat`: the trace has no root.
   */
  readonly role: 'root' | 'child' | 'flat';
  /** None of the program's own spans says this: the span is made also where the record has a trace, below its span there. */
  readonly isToldAlone?: boolean;
}

/** How one program's log records tell what it did, where it does not send spans. */
export interface LogSpanReader {
  /** How the names of its events begin. */
  readonly prefix: string;
  /** Instrumentation scope under which it also writes names without the prefix; null where it does not. */
  readonly scope: string | null;
  /** Where the event belongs; undefined for one that names no session. */
  place(event: LoggedEvent): EventPlace | undefined;
}

const DAY_MS = 86_400_000;

/** Milliseconds of `duration_ms`, up to a day; 0 where it is missing or absurd. */
export function durationOf(attributes: Attributes): number {
  const value = attributes.number('duration_ms') ?? 0;
  return value >= 0 && value <= DAY_MS ? value : 0;
}

/** The numbers that are there under these names. */
export function numbersOf(
  attributes: Attributes,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = attributes.number(from);
      return value === undefined || value < 0 ? [] : [[to, value] as const];
    }),
  );
}
