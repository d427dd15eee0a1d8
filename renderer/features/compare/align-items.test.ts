import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { message } from '../../testing/builders.ts';
import { alignItems, differencesOf, foldSame, type AlignedRow } from './align-items.ts';
import { compareItems, type CompareItem } from './compare-items.ts';

const said = fc.record({
  role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
  text: fc.constantFrom('hello', 'plan five days in Kyoto', 'plan six days in Kyoto', 'yes', ''),
});
const conversation = fc
  .array(said, { maxLength: 14 })
  .map((all) => items(all.map(({ role, text }) => [role, text] as const)));

function items(all: readonly (readonly ['system' | 'user' | 'assistant', string])[]): CompareItem[] {
  return compareItems(
    all.map(([role, content], index) => message(`m${index}`, role, `s${index}`, [{ type: 'text', content }])),
  );
}

const textOf = (item: CompareItem | null): string | null => item?.sections[0]?.text ?? null;
const texts = (rows: readonly AlignedRow[]) => rows.map(({ a, b, isSame }) => [textOf(a), textOf(b), isSame]);

describe('alignItems', () => {
  test('has each item of both once, in their own order', () => {
    fc.assert(
      fc.property(conversation, conversation, (a, b) => {
        const rows = alignItems(a, b);
        expect(rows.flatMap((row) => row.a ?? [])).toEqual(a);
        expect(rows.flatMap((row) => row.b ?? [])).toEqual(b);
      }),
    );
  });

  test('pairs only what is of one kind, and calls the same what says the same', () => {
    fc.assert(
      fc.property(conversation, conversation, (a, b) => {
        for (const row of alignItems(a, b)) {
          expect(row.a === null && row.b === null).toBe(false);
          expect(row.a?.kind ?? row.b?.kind).toBe(row.b?.kind ?? row.a?.kind);
          expect(row.isSame).toBe(row.a?.key === row.b?.key);
        }
      }),
    );
  });

  test('finds no difference between a conversation and itself', () => {
    fc.assert(fc.property(conversation, (a) => alignItems(a, a).every(({ isSame }) => isSame)));
  });

  test('says the same of both directions', () => {
    fc.assert(
      fc.property(conversation, conversation, (a, b) => {
        const count = (rows: readonly AlignedRow[]): number => rows.filter(({ isSame }) => isSame).length;
        expect(count(alignItems(a, b))).toBe(count(alignItems(b, a)));
      }),
    );
  });

  test('puts what is alike beside each other, and what is new by itself', () => {
    const a = items([
      ['system', 'You plan journeys.'],
      ['user', 'Plan five days in Kyoto.'],
      ['assistant', 'I fly you there.'],
    ]);
    const b = items([
      ['system', 'You plan journeys.'],
      ['user', 'Hello!'],
      ['user', 'Plan six days in Kyoto.'],
      ['assistant', 'I fly you there.'],
    ]);
    expect(texts(alignItems(a, b))).toEqual([
      ['You plan journeys.', 'You plan journeys.', true],
      [null, 'Hello!', false],
      ['Plan five days in Kyoto.', 'Plan six days in Kyoto.', false],
      ['I fly you there.', 'I fly you there.', true],
    ]);
  });

  test('does not tell tool calls apart by their ids', () => {
    const call = (id: string, city: string) =>
      compareItems([
        message('m', 'assistant', 's', [
          { type: 'tool_call', id, name: 'find', arguments: JSON.stringify({ city }) },
        ]),
      ]);
    expect(alignItems(call('1', 'Kyoto'), call('2', 'Kyoto')).every(({ isSame }) => isSame)).toBe(true);
    expect(alignItems(call('1', 'Kyoto'), call('1', 'Nara')).map(({ isSame }) => isSame)).toEqual([
      true,
      false,
    ]);
  });

  test.for([
    ['{"order_id":1234567890123456789}', '{"order_id":1234567890123456788}'],
    ['{"at":1700000000.123456781}', '{"at":1700000000.123456782}'],
  ] as const)('tells %s from %s, which a double does not', ([one, other]) => {
    const call = (json: string) =>
      compareItems([
        message('m', 'assistant', 's', [{ type: 'tool_call', id: '1', name: 'find', arguments: json }]),
      ]);
    expect(call(one).at(-1)?.sections[0]?.text).toContain(/[\d.]+/.exec(one)?.[0]);
    expect(alignItems(call(one), call(other)).every(({ isSame }) => isSame)).toBe(false);
  });

  test('goes through thousands of entirely different messages', () => {
    const many = (name: string): CompareItem[] =>
      items(Array.from({ length: 2000 }, (_, at) => [at % 2 === 0 ? 'user' : 'assistant', `${name} ${at}`]));
    const rows = alignItems(many('left'), many('right'));
    expect(rows).toHaveLength(2000);
    expect(rows.every(({ a, b }) => a !== null && b !== null)).toBe(true);
  });
});

describe('foldSame', () => {
  test('folds runs of same rows but those next to a difference, and loses none', () => {
    fc.assert(
      fc.property(conversation, conversation, (a, b) => {
        const rows = alignItems(a, b);
        const places = foldSame(rows, new Set()).flatMap((shown) =>
          shown.kind === 'row'
            ? [shown.index]
            : Array.from({ length: shown.to - shown.from }, (_, at) => shown.from + at),
        );
        expect(places).toEqual(rows.map((_, index) => index));
        const folded = foldSame(rows, new Set()).flatMap((shown) =>
          shown.kind === 'same' ? rows.slice(shown.from, shown.to) : [],
        );
        expect(folded.every(({ isSame }) => isSame)).toBe(true);
      }),
    );
  });

  test('shows a run that was unfolded', () => {
    const rows = alignItems(
      items(Array.from({ length: 9 }, (_, at) => ['user', `${at}`])),
      items(Array.from({ length: 9 }, (_, at) => ['user', at === 8 ? 'eight' : `${at}`])),
    );
    expect(foldSame(rows, new Set())).toEqual([
      { kind: 'same', from: 0, to: 7 },
      { kind: 'row', index: 7 },
      { kind: 'row', index: 8 },
    ]);
    expect(foldSame(rows, new Set([0]))).toHaveLength(9);
  });
});

test('a difference begins where a row differs and the one before it does not', () => {
  const a = items([
    ['user', 'one'],
    ['user', 'two'],
    ['user', 'three'],
    ['user', 'four'],
  ]);
  const b = items([
    ['user', 'uno'],
    ['user', 'due'],
    ['user', 'three'],
    ['user', 'quattro'],
  ]);
  expect(differencesOf(alignItems(a, b))).toEqual([0, 3]);
  expect(differencesOf(alignItems(a, a))).toEqual([]);
});
