import type { Allowance } from './allowance.ts';
import type { Match } from './engine.ts';
import type { ActiveRule } from './rules.ts';

/** A text is looked through so much at a time, so that the clock can be asked in between. */
const WINDOW = 64 * 1024;
/** What a match needs beyond its own end at most to be found in a text that is longer than a window. */
const MARGIN = 16 * 1024;
/** What finding a match stands for in characters. */
const UNITS_A_MATCH = 1024;
/** For `^` and `\b`: what stands before the place from which on is looked. */
const CONTEXT = 2;

/**
 * The text with all that the rule's pattern matches replaced; null where nothing is. A rule that takes too long, here or
 * earlier in the request, replaces the whole text: what could not be looked at is not let through.
 */
export function replaceMatches(text: string, rule: ActiveRule, allowance: Allowance): string | null {
  const { replacement, name } = rule;
  let written = '';
  let copied = 0;
  for (const { start, end } of matchesIn(text, rule, allowance)) {
    written += text.slice(copied, start) + allowance.fit(replacement, end - start);
    copied = end;
  }
  if (text !== '' && allowance.isSlow(name)) return allowance.fit(replacement, text.length);
  return copied === 0 ? null : written + text.slice(copied);
}

/** A part of a text, `[start, end)`, that a rule takes. */
export interface Part extends Match {
  readonly rule: ActiveRule;
}

/** The text without these parts and without what the rules match in it as it is. */
export function replaceParts(
  text: string,
  parts: readonly Part[],
  rules: readonly ActiveRule[],
  allowance: Allowance,
): string {
  const all = [...parts];
  for (const rule of rules)
    for (const { start, end } of matchesIn(text, rule, allowance)) all.push({ start, end, rule });
  all.sort((a, b) => a.start - b.start);
  let written = '';
  let copied = 0;
  for (const { start, end, rule } of all) {
    if (start >= copied) written += text.slice(copied, start) + allowance.fit(rule.replacement, end - start);
    copied = Math.max(copied, end);
  }
  return hiddenBySlow(text, rules, allowance) ?? written + text.slice(copied);
}

/** What stands for a text where one of the rules takes too long; null where none does. */
export function hiddenBySlow(
  text: string,
  rules: readonly ActiveRule[],
  allowance: Allowance,
): string | null {
  const slow = rules.find(({ name }) => allowance.isSlow(name));
  return slow === undefined ? null : allowance.fit(slow.replacement, text.length);
}

/** The text after one rule after the other. */
export const replaceAll = (text: string, rules: readonly ActiveRule[], allowance: Allowance): string =>
  rules.reduce((before, rule) => replaceMatches(before, rule, allowance) ?? before, text);

/** What the rule's pattern matches, from left to right. Of a rule that takes too long it ends early: `isSlow` then tells. */
export function* matchesIn(text: string, rule: ActiveRule, allowance: Allowance): Generator<Match, void> {
  const { pattern, name } = rule;
  if (pattern === null || allowance.isSlow(name)) return;
  let from = 0;
  let size = WINDOW;
  while (from < text.length) {
    const window = windowOf(text, from, size);
    if (!allowance.goesOn(name, window.end - from)) return;
    let next = window.settled;
    size = WINDOW;
    for (const { start, end } of pattern.test(window.text)
      ? pattern.matches(window.text, from - window.offset)
      : []) {
      const at = window.offset + start;
      const after = window.offset + end;
      if (after > window.settled) {
        // More text may make it longer, or no match; where it begins beyond the window's own part, the next one sees it.
        if (at < window.settled) {
          next = at;
          size = (window.end - from) * 2;
        }
        break;
      }
      if (!allowance.goesOn(name, UNITS_A_MATCH)) return;
      if (after > at) yield { start: at, end: after };
    }
    from = next;
  }
}

interface Window {
  /** From a little before the place from which on is looked. */
  readonly text: string;
  /** Where it begins in the whole text, and where it ends. */
  readonly offset: number;
  readonly end: number;
  /** Matches that end up to here are the ones that the whole text has. */
  readonly settled: number;
}

function windowOf(text: string, from: number, size: number): Window {
  const offset = Math.max(0, from - CONTEXT);
  const end = Math.min(text.length, from + size);
  return { text: text.slice(offset, end), offset, end, settled: end === text.length ? end : end - MARGIN };
}
