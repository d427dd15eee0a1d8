import { expect, test } from 'vitest';
import {
  EMPTY_RULE,
  READY_MADE,
  draftOf,
  shownRules,
  withRule,
  withSwitched,
  withoutRule,
} from './redaction.ts';

const MINE = { name: 'mine', keys: ['password', 'http.*'], replacement: '-' };
const [first] = READY_MADE;

test('ready-made rules are shown first and off, until they are kept', () => {
  const shown = shownRules([MINE]);
  expect(shown.map(({ rule, isOn, isKept }) => [rule.name, isOn, isKept])).toEqual([
    ...READY_MADE.map(({ rule }) => [rule.name, false, false]),
    ['mine', true, true],
  ]);
});

test('a ready-made rule that is switched on is kept, and stays when it is switched off', () => {
  const on = withSwitched([MINE], first!.rule.name, true);
  expect(on).toEqual([MINE, first!.rule]);
  expect(shownRules(on)[0]).toMatchObject({ isOn: true, isKept: true });
  const off = withSwitched(on, first!.rule.name, false);
  expect(off).toEqual([MINE, { ...first!.rule, enabled: false }]);
  expect(shownRules(off)[0]).toMatchObject({ isOn: false, isKept: true });
  expect(withSwitched(off, first!.rule.name, true)).toEqual(on);
});

test('a rule is added with what was typed alone', () => {
  const draft = { ...EMPTY_RULE, name: ' new ', keys: 'a.b,\n c ', pattern: ' x' };
  expect(withRule([MINE], draft, null)).toEqual({
    rules: [MINE, { name: 'new', keys: ['a.b', 'c'], pattern: ' x' }],
  });
});

test('a changed rule keeps its place, and whether it is on', () => {
  const off = { ...MINE, enabled: false };
  const other = { name: 'other', pattern: 'x' };
  expect(withRule([off, other], { ...draftOf(off), name: 'renamed', keys: 'token' }, 'mine')).toEqual({
    rules: [{ name: 'renamed', keys: ['token'], replacement: '-', enabled: false }, other],
  });
  expect(withRule([MINE], draftOf(MINE), 'mine')).toEqual({ rules: [MINE] });
});

test('a rule without a name, of a name that is taken, or that takes nothing out is not sent', () => {
  expect(withRule([MINE], { ...EMPTY_RULE, pattern: 'x' }, null)).toHaveProperty('problem');
  expect(withRule([MINE], { ...EMPTY_RULE, name: 'mine', pattern: 'x' }, null)).toHaveProperty('problem');
  expect(withRule([MINE], { ...EMPTY_RULE, name: 'new', keys: ' \n' }, null)).toHaveProperty('problem');
});

test('a rule that was removed meanwhile is not switched, and one that was changed is as it is now', () => {
  expect(withSwitched([MINE], 'gone', true)).toEqual([MINE]);
  expect(withSwitched([{ ...MINE, pattern: 'x' }], 'mine', false)).toEqual([
    { ...MINE, pattern: 'x', enabled: false },
  ]);
});

test('a rule is taken away', () => expect(withoutRule([MINE], 'mine')).toEqual([]));
