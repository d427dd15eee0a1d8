import type { RedactionRule } from '../contract/redaction.ts';
import type { Pattern } from './engine.ts';
import { KeySelector } from './keys.ts';
import { loadEngine } from './load-engine.ts';

/** A rule that counts, ready to be applied. */
export interface ActiveRule {
  readonly name: string;
  /** Null: everywhere. */
  readonly keys: KeySelector | null;
  /** Null: whole values. */
  readonly pattern: Pattern | null;
  readonly replacement: string;
}

const DEFAULT_REPLACEMENT = '[redacted]';

/**
 * Instructions of a pattern's program at most. At the worst each of them is looked at for each character, some 15 ns each:
 * so a piece of text of `search.ts` takes a second at most.
 */
const MAX_PROGRAM = 1000;

/** Why the rules can't be, in one line that names the rule; null where they can. */
export function problemOfRules(rules: readonly RedactionRule[]): string | null {
  const names = new Set<string>();
  for (const rule of rules) {
    const named = `the rule ${JSON.stringify(rule.name)}`;
    if (names.has(rule.name)) return `two rules have the name ${JSON.stringify(rule.name)}`;
    names.add(rule.name);
    if (rule.keys === undefined && rule.pattern === undefined)
      return `${named} must have keys, a pattern or both`;
    const compiled = rule.pattern === undefined ? null : compile(rule.pattern);
    if (compiled !== null && 'problem' in compiled)
      return `${named} has a pattern that can't be used: ${compiled.problem}`;
  }
  return null;
}

/** Those that are switched on. Throws where `problemOfRules` finds something. */
export function activeRules(rules: readonly RedactionRule[]): ActiveRule[] {
  return rules
    .filter(({ enabled }) => enabled !== false)
    .map(({ name, keys, pattern, replacement }) => {
      const compiled = pattern === undefined ? null : compile(pattern);
      if (compiled !== null && 'problem' in compiled)
        throw new Error(`the redaction rule ${JSON.stringify(name)}: ${compiled.problem}`);
      return {
        name,
        keys: keys === undefined ? null : new KeySelector(keys),
        pattern: compiled,
        replacement: replacement ?? DEFAULT_REPLACEMENT,
      };
    });
}

function compile(source: string): ReturnType<ReturnType<typeof loadEngine>['compilePattern']> {
  const compiled = loadEngine().compilePattern(source);
  if ('problem' in compiled || compiled.size <= MAX_PROGRAM) return compiled;
  return { problem: `it is too large (${compiled.size} steps, at most ${MAX_PROGRAM}): repeat less in it` };
}
