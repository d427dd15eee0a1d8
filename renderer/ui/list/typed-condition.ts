import type { FilterOperator } from '../../../collector/contract/filters.ts';
import { needsNoValue, OPERATORS, type Draft } from '../../lib/filters.ts';

/** What operators are typed as, beside what they are called. */
const SYMBOLS: readonly (readonly [typed: string, op: FilterOperator])[] = [
  ['=', 'eq'],
  ['==', 'eq'],
  ['!=', 'ne'],
  ['>=', 'gte'],
  ['<=', 'lte'],
];
const IN_WORDS: readonly (readonly [typed: string, op: FilterOperator])[] = [
  ...OPERATORS.map(({ op, label }) => [label, op] as const),
  ['in', 'in'],
];

const TYPED = [...SYMBOLS, ...IN_WORDS].toSorted(([one], [other]) => other.length - one.length);
/** Words stand apart; symbols need not. */
const CONDITION = new RegExp(
  String.raw`^(\S+?)(?:\s*(${alternatives((typed) => !/^\w/.test(typed))})\s*|\s+(${alternatives((typed) => /^\w/.test(typed))})(?:\s+|$))(.*)$`,
  'i',
);

/** A condition that is typed as `key op value`: `shop.tenant = acme`, `total_tokens>500`, `model is any of a, b`. Null for other text. */
export function readTyped(text: string): Draft | null {
  const [, key, symbol, words, value = ''] = CONDITION.exec(text.trim()) ?? [];
  const typed = (symbol ?? words)?.toLowerCase();
  const op = TYPED.find(([known]) => known === typed)?.[1];
  if (key === undefined || op === undefined) return null;
  if (needsNoValue(op)) return value === '' ? { key, op, text: '' } : null;
  return { key, op, text: value };
}

function alternatives(isOne: (typed: string) => boolean): string {
  return TYPED.map(([typed]) => typed)
    .filter(isOne)
    .join('|');
}
