import { describe, expect, test } from 'vitest';
import { span, trace } from '../../testing/builders.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { changeOf, traceDifferences } from './trace-differences.ts';

describe('changeOf', () => {
  test.for([
    [0, 0, ''],
    [5, 5, ''],
    [0, 7, '+7'],
    [100, 125, '+25 (+25 %)'],
    [100, 40, '−60 (−60 %)'],
    [3, 4, '+1 (+33.3 %)'],
    [1000, 1001, '+1 (+0.1 %)'],
    [10_000, 10_001, '+1 (+<0.1 %)'],
    [2, 50, '+48 (+24×)'],
    [7, 0, '−7 (−100 %)'],
  ] as const)('from %d to %d is %j', ([a, b, change]) => {
    expect(changeOf(a, b, formatCount)).toBe(change);
  });

  test('is said in the unit of the numbers', () => {
    expect(changeOf(1000, 2500, formatDuration)).toBe('+1.50 s (+150 %)');
  });
});

describe('traceDifferences', () => {
  const tool = (name: string) => span(name, null, 0, 1, { tool_name: name });
  const a = trace({ models: ['gpt-4o'], total_tokens: 100, spans: [tool('flights'), tool('hotels')] });
  const b = trace({
    models: ['gpt-4o', 'o3'],
    total_tokens: 150,
    spans: [tool('hotels')],
    framework: 'langgraph',
  });
  const rows = new Map(traceDifferences(a, b).flatMap((group) => group.rows.map((row) => [row.label, row])));

  test('counts', () => {
    expect(rows.get('Total tokens')).toEqual({
      label: 'Total tokens',
      a: '100',
      b: '150',
      change: '+50 (+50 %)',
    });
    expect(rows.get('Duration')?.change).toBe('');
  });

  test('calls no cost that is not known $0', () => {
    const free = { input_cost: 0, output_cost: 0, total_cost: 0 };
    const paid = { input_cost: 0.25, output_cost: 0.25, total_cost: 0.5 };
    const rowsOf = (one: typeof free, other: typeof free) =>
      traceDifferences(trace(one), trace(other)).find(({ title }) => title === 'Cost')!.rows;
    expect(rowsOf(free, paid)[2]).toEqual({ label: 'Total cost', a: '–', b: '$0.5000', change: null });
    expect(rowsOf(free, free)[2]).toMatchObject({ change: null });
    expect(rowsOf(paid, paid)[2]).toMatchObject({ a: '$0.5000', change: '' });
    expect(rowsOf(paid, { ...paid, total_cost: 1 })[2]).toMatchObject({ change: '+$0.5000 (+100 %)' });
  });

  test('says of how many calls the price is not in the cost, where there are any', () => {
    const partly = (unpriced_call_count: number) => trace({ total_cost: 0.5, unpriced_call_count });
    const labels = (one: number, other: number) =>
      traceDifferences(partly(one), partly(other)).flatMap((group) =>
        group.rows.filter(({ label }) => label === '· calls without a price'),
      );
    expect(labels(0, 0)).toEqual([]);
    expect(labels(0, 2)).toMatchObject([{ a: '0', b: '2', change: '+2' }]);
  });

  test('names what came and what went', () => {
    expect(rows.get('Models')?.change).toBe('+ o3');
    expect(rows.get('Tools')).toEqual({
      label: 'Tools',
      a: 'flights, hotels',
      b: 'hotels',
      change: '− flights',
    });
    expect(rows.get('Framework')).toMatchObject({ a: '', b: 'LangGraph', change: '+ LangGraph' });
  });

  test('leaves out parts and names that neither has', () => {
    expect(rows.has('· reasoning')).toBe(false);
    expect(rows.has('Environment')).toBe(false);
    expect(rows.get('Errors')).toMatchObject({ a: '0', b: '0', change: '' });
  });

  test('has nothing to say of a trace and itself', () => {
    for (const { rows: same } of traceDifferences(a, a))
      for (const { change } of same) expect(change ?? '').toBe('');
  });
});
