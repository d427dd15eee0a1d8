import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Allowance } from './allowance.ts';
import { activeRules } from './rules.ts';
import { replaceMatches } from './search.ts';

const atOnce = (): number => 0;
const ruleOf = (pattern: string, replacement = '<>') =>
  activeRules([{ name: 'rule', pattern, replacement }])[0]!;
function replaced(text: string, pattern: string): string {
  return replaceMatches(text, ruleOf(pattern), new Allowance(text.length, atOnce)) ?? text;
}

/** Patterns that mean the same to JavaScript. */
const PATTERNS = ['ab+', 'a|ab', 'a*b', '^a+', 'b$', String.raw`\ba`, String.raw`b\b`, 'é.', '[^a]{2}', 'x*'];

/** As the rules have it: what is empty is no match. */
const asJavaScript = (text: string, pattern: string): string =>
  text.replaceAll(new RegExp(pattern, 'gu'), (match) => (match === '' ? '' : '<>'));

test('what a pattern matches is replaced as JavaScript would', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '😀', '"'), maxLength: 30 });
  fc.assert(
    fc.property(text, fc.constantFrom(...PATTERNS), (sample, pattern) => {
      expect(replaced(sample, pattern)).toBe(asJavaScript(sample, pattern));
    }),
    { numRuns: 500 },
  );
});

test('a long text is looked through in pieces, and nothing at their edges is missed or made up', () => {
  const edge = fc.constantFrom(48 * 1024, 64 * 1024, 96 * 1024);
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(edge, fc.nat(24), piece, fc.constantFrom(...PATTERNS), (at, before, found, pattern) => {
      const text = ' '.repeat(at - before) + found + ' '.repeat(70_000) + found;
      expect(replaced(text, pattern)).toBe(asJavaScript(text, pattern));
    }),
    { numRuns: 60 },
  );
});

test('a match may be longer than a piece', () => {
  const url = `data:image/png;base64,${'A'.repeat(300_000)}`;
  expect(replaced(`see ${url} and ${url}.`, 'data:image/[a-z]+;base64,[A-Za-z0-9+/=]+')).toBe(
    'see <> and <>.',
  );
});

test('nothing found is nothing replaced', () => {
  const allowance = new Allowance(10, atOnce);
  expect(replaceMatches('plain', ruleOf('x+'), allowance)).toBeNull();
  expect(replaceMatches('', ruleOf('x*'), allowance)).toBeNull();
});

test('a rule that takes too long replaces whole texts from then on, and the next one has its time', () => {
  let now = 0;
  const allowance = new Allowance(1000, () => now);
  const long = 'x'.repeat(200_000);
  const slow = ruleOf('x[^\n]*y|x');
  now = 10_000;
  expect(replaceMatches(long, slow, allowance)).toBe('<>');
  expect(replaceMatches('short x', slow, allowance)).toBe('<>');
  expect(replaceMatches('nothing in it', slow, allowance)).toBe('<>');
  expect(allowance.slow).toEqual(['rule']);
  const other = { ...ruleOf('z'), name: 'other' };
  expect(replaceMatches(`${long}z`, other, allowance)).toBe(`${long}<>`);
});

test('a text that makes matching cost the square of its length ends within its time', () => {
  // Each x is a match for which the whole rest of the line is looked at.
  const allowance = new Allowance(300_000);
  expect(replaceMatches('x'.repeat(300_000), ruleOf('x[^\n]*y|x'), allowance)).toBe('<>');
  expect(allowance.slow).toEqual(['rule']);
});

test('replacements that a request has no more room for are cut to a character', () => {
  const allowance = new Allowance(1, atOnce);
  const rule = ruleOf('x', 'r'.repeat(100));
  const replacements = replaceMatches('x'.repeat(400_000), rule, allowance)!;
  expect(replacements.length).toBeLessThan(400_000 + 17 * 1024 * 1024);
  expect(replacements.startsWith('r'.repeat(100))).toBe(true);
  expect(replacements.endsWith('***')).toBe(true);
});
