import { describe, expect, test } from 'vitest';
import {
  describeFilter,
  draftOf,
  type Condition,
  readDraft,
  readFilters,
  toggleValue,
  writeFilters,
  type Draft,
} from './filters.ts';

describe('an address', () => {
  test('gives the filters that it holds, and what is none is left out', () => {
    const text =
      '[{"key":"model","op":"eq","value":"gpt-4o","not":1},{"key":"x","op":"like"},7,{"op":"eq"},{"key":"","op":"eq"}]';
    expect(readFilters(text)).toEqual([{ key: 'model', op: 'eq', value: 'gpt-4o' }]);
    for (const spoiled of ['', '{', '{}', 'null', undefined]) expect(readFilters(spoiled)).toEqual([]);
  });
  test('keeps all digits of an integer', () => {
    const text = '[{"key":"order","op":"eq","value":9007199254740993}]';
    expect(readFilters(text)).toEqual([{ key: 'order', op: 'eq', value: 9007199254740993n }]);
    expect(writeFilters(readFilters(text))).toBe(text);
  });
  test('holds nothing where there are none', () => expect(writeFilters([])).toBeUndefined());
});

describe('values of a field', () => {
  test('one is eq, several are in, the last taken off leaves nothing', () => {
    const one = toggleValue([], 'model', 'a');
    expect(one).toEqual([{ key: 'model', op: 'eq', value: 'a' }]);
    const two = toggleValue(one, 'model', 'b');
    expect(two).toEqual([{ key: 'model', op: 'in', value: ['a', 'b'] }]);
    expect(toggleValue(toggleValue(two, 'model', 'a'), 'model', 'b')).toEqual([]);
  });
  test('leave other conditions and their order alone', () => {
    const before = [
      { key: 'model', op: 'eq', value: 'a' },
      { key: 'model', op: 'ne', value: 'c' },
      { key: 'tool', op: 'is_null' },
    ] as const;
    expect(toggleValue(before, 'model', 'b')).toEqual([
      { key: 'model', op: 'in', value: ['a', 'b'] },
      ...before.slice(1),
    ]);
  });
});

describe('the form of a condition', () => {
  const read = (key: string, op: 'eq' | 'in' | 'gt' | 'is_null' | 'contains', text: string) =>
    readDraft({ key, op, text }, [], 'traces');
  test('sends numbers and booleans as such where the field holds them', () => {
    expect(read('total_tokens', 'gt', '100')).toEqual({
      filter: { key: 'total_tokens', op: 'gt', value: 100 },
    });
    expect(read('has_error', 'eq', 'true')).toEqual({ filter: { key: 'has_error', op: 'eq', value: true } });
    expect(read('user_id', 'eq', '42')).toEqual({ filter: { key: 'user_id', op: 'eq', value: '42' } });
    expect(read('my.own.key', 'gt', '1.5')).toEqual({ filter: { key: 'my.own.key', op: 'gt', value: 1.5 } });
  });
  test("takes an attribute's own type", () => {
    const attribute = { key: 'x', key_type: 'number', sample_values: [] } as const;
    expect(readDraft({ key: 'x', op: 'eq', text: '7' }, [attribute], 'traces')).toEqual({
      filter: { key: 'x', op: 'eq', value: 7 },
    });
  });
  test('takes all digits of an integer', () => {
    const attribute = { key: 'x', key_type: 'number', sample_values: [] } as const;
    const read64 = (text: string) => readDraft({ key: 'x', op: 'in', text }, [attribute], 'traces');
    expect(read64('9007199254740993, -9007199254740993, 1e20, 5.0')).toEqual({
      filter: { key: 'x', op: 'in', value: [9007199254740993n, -9007199254740993n, 1e20, 5] },
    });
  });
  test('takes each value of an attribute of several types as the type that has it', () => {
    const mixed = { key: 'x', key_type: 'string', sample_values: [1, 2, 'gold', '30', true] } as const;
    const valueOf = (op: Draft['op'], text: string): unknown =>
      readDraft({ key: 'x', op, text }, [mixed], 'traces');
    expect(valueOf('in', '2, gold, 30, 4, true, false')).toEqual({
      filter: { key: 'x', op: 'in', value: [2, 'gold', '30', 4, true, 'false'] },
    });
    expect(valueOf('gt', '3')).toEqual({ filter: { key: 'x', op: 'gt', value: 3 } });
  });
  test('takes digits as text where an attribute has only texts', () => {
    const texts = { key: 'x', key_type: 'string', sample_values: ['gold'] } as const;
    expect(readDraft({ key: 'x', op: 'eq', text: '7' }, [texts], 'traces')).toEqual({
      filter: { key: 'x', op: 'eq', value: '7' },
    });
  });
  test('parts the values of in, and wants none for is_null', () => {
    expect(read('model', 'in', 'a, b,,')).toEqual({
      filter: { key: 'model', op: 'in', value: ['a', 'b'] },
    });
    expect(read('model', 'is_null', 'ignored')).toEqual({ filter: { key: 'model', op: 'is_null' } });
  });
  test('leaves a condition as it is where nothing of it was changed', () => {
    const kept = (filter: Condition) => expect(readDraft(draftOf(filter), [], 'spans')).toEqual({ filter });
    kept({ key: 'my.attribute', op: 'eq', value: 5 });
    kept({ key: 'my.attribute', op: 'eq', value: ' a' });
    kept({ key: 'my.attribute', op: 'in', value: [true, 'true'] });
  });
  test('keeps what a changed list has besides, also with commas in it', () => {
    const draft = draftOf({ key: 'user_id', op: 'in', value: ['Smith, John', 'ada'] });
    expect(readDraft({ ...draft, text: `${draft.text}, bob` }, [], 'spans')).toEqual({
      filter: { key: 'user_id', op: 'in', value: ['Smith, John', 'ada', 'bob'] },
    });
  });
  test('takes a field by what it is called, but an attribute of that name first', () => {
    const typed = { key: ' cost ($) ', op: 'gt', text: '2' } as const;
    const filter = { key: 'total_cost', op: 'gt', value: 2 };
    expect(readDraft(typed, [], 'traces')).toEqual({ filter });
    const attribute = { key: 'Tokens', key_type: 'number', sample_values: [] } as const;
    const named = { key: 'Tokens', op: 'eq', text: '7' } as const;
    expect(readDraft(named, [attribute], 'traces')).toMatchObject({ filter: { key: 'Tokens' } });
    expect(readDraft(named, [], 'traces')).toMatchObject({ filter: { key: 'total_tokens' } });
    expect(read('my.own.key', 'eq', 'x')).toMatchObject({ filter: { key: 'my.own.key' } });
  });
  test('says what is missing or of the wrong type', () => {
    expect(read(' ', 'eq', 'x')).toEqual({ problem: 'Name a field or an attribute.' });
    expect(read('model', 'eq', ' ')).toEqual({ problem: 'Give a value.' });
    expect(read('total_tokens', 'eq', 'many')).toEqual({ problem: 'Tokens wants a number.' });
    expect(read('has_error', 'eq', 'yes')).toEqual({ problem: 'Has errors wants true or false.' });
  });
  test('shows a condition that was read again as it is', () => {
    const filter = { key: 'model', op: 'in', value: ['a', 'b'] } as const;
    expect(readDraft(draftOf(filter), [], 'traces')).toEqual({ filter });
  });
});

test('a condition in words', () => {
  expect(describeFilter({ key: 'framework', op: 'eq', value: 'langgraph' })).toEqual({
    field: 'Framework',
    relation: 'is',
    value: 'LangGraph',
  });
  expect(describeFilter({ key: 'app.key', op: 'is_null' })).toEqual({
    field: 'app.key',
    relation: 'is absent',
    value: '',
  });
});
