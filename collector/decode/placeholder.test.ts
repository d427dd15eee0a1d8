import { expect, test } from 'vitest';
import { attributesOf } from '../testing/attributes.ts';
import { identityOf, isPlaceholder } from './placeholder.ts';

const OWN = 'aaaaaaaaaaaaaaaa';
const REAL = 'bbbbbbbbbbbbbbbb';
const PARENT = 'cccccccccccccccc';

const span = (attributes: Readonly<Record<string, string>>, parentSpanId: string | null = REAL) => ({
  spanId: OWN,
  parentSpanId,
  attributes: attributesOf(attributes),
});
const placeholder = (parent?: string) => ({
  'logfire.span_type': 'pending_span',
  ...(parent === undefined ? {} : { 'logfire.pending_parent_id': parent }),
});

test('a placeholder is the span that it stands for, below the parent that it names', () => {
  expect(identityOf(span(placeholder(PARENT)))).toEqual({ spanId: REAL, parentSpanId: PARENT });
  expect(identityOf(span(placeholder(PARENT.toUpperCase())))).toEqual({ spanId: REAL, parentSpanId: PARENT });
});

test.each([['0000000000000000'], [undefined], ['not hexadecimal'], ['zzzzzzzzzzzzzzzz'], ['cc']])(
  'it stands for a root when it names %s as its parent',
  (parent) => {
    expect(identityOf(span(placeholder(parent)))).toEqual({ spanId: REAL, parentSpanId: null });
  },
);

test('every other span is itself, and so is a placeholder that stands for none', () => {
  expect(identityOf(span({ 'logfire.span_type': 'span' }))).toEqual({ spanId: OWN, parentSpanId: REAL });
  expect(identityOf(span({}))).toEqual({ spanId: OWN, parentSpanId: REAL });
  expect(identityOf(span(placeholder(PARENT), null))).toEqual({ spanId: OWN, parentSpanId: null });
  expect(isPlaceholder(attributesOf({ 'logfire.span_type': 'log' }))).toBe(false);
});
