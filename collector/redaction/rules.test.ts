import { expect, test } from 'vitest';
import { activeRules, problemOfRules } from './rules.ts';

test('rules that can be have no problem, those that are off neither', () => {
  expect(
    problemOfRules([
      { name: 'keys', keys: ['password'] },
      { name: 'pattern', pattern: String.raw`\bsk-[\w-]{20,}` },
      { name: 'both', keys: ['a.*'], pattern: '(?i)x+', replacement: '…', enabled: false },
    ]),
  ).toBeNull();
  expect(problemOfRules([])).toBeNull();
});

test.for<[string, string, string?]>([
  ['a pattern that does not end', '(', 'missing closing )'],
  ['what a linear engine does not know', '(?=x)y', '(?='],
  ['a reference back', String.raw`(a)\1`, String.raw`\1`],
  ['a program that is too large', '(?:[a-z]{30}[0-9]{30}){20}', 'too large'],
])('%s is refused by the name of its rule, switched on or not', ([, pattern, said]) => {
  for (const enabled of [true, false]) {
    const problem = problemOfRules([
      { name: 'fine', pattern: 'x' },
      { name: 'mine', pattern, enabled },
    ]);
    expect(problem).toContain(`the rule "mine" has a pattern that can't be used: `);
    expect(problem).toContain(said);
    expect(problem).not.toContain('\n');
  }
});

test('a rule that takes out nothing, and two of one name, are refused', () => {
  expect(problemOfRules([{ name: 'empty' }])).toBe('the rule "empty" must have keys, a pattern or both');
  expect(
    problemOfRules([
      { name: 'a', pattern: 'x' },
      { name: 'a', pattern: 'y' },
    ]),
  ).toBe('two rules have the name "a"');
});

test('only what is switched on is active, which it is when nothing is said', () => {
  const rules = activeRules([
    { name: 'a', pattern: 'x' },
    { name: 'b', pattern: 'x', enabled: false },
    { name: 'c', pattern: 'x', enabled: true, replacement: '-' },
  ]);
  expect(rules.map(({ name, replacement }) => [name, replacement])).toEqual([
    ['a', '[redacted]'],
    ['c', '-'],
  ]);
});
