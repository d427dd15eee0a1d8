import { expect, test } from 'vitest';
import { ErrorBudget } from './error-budget.ts';

test('single errors are survived for ever, a storm is not', () => {
  const budget = new ErrorBudget();
  for (let minute = 0; minute < 100; minute++) expect(budget.take(minute * 60_000)).toBe('go-on');
  const storm = Array.from({ length: 6 }, (_, i) => budget.take(1e9 + i));
  expect(storm).toEqual(['go-on', 'go-on', 'go-on', 'go-on', 'go-on', 'give-up']);
});
