import { expect, test } from 'vitest';
import { readPastedId } from './paste.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('32 hex digits are a trace, 16 a span, in either case and with space around', () => {
  expect(readPastedId(` ${TRACE.toUpperCase()}\n`)).toEqual({ kind: 'trace', traceId: TRACE });
  expect(readPastedId(SPAN)).toEqual({ kind: 'span', spanId: SPAN });
});

test('a UUID is a trace without its dashes, a traceparent both', () => {
  expect(readPastedId('4bf92f35-77b3-4da6-a3ce-929d0e0e4736')).toEqual({ kind: 'trace', traceId: TRACE });
  expect(readPastedId(`00-${TRACE}-${SPAN}-01`)).toEqual({ kind: 'trace', traceId: TRACE, spanId: SPAN });
});

test('anything else is no id', () => {
  for (const text of ['', 'plan-trip', TRACE.slice(1), `${SPAN}0`, 'g'.repeat(32)])
    expect(readPastedId(text)).toBeNull();
});
