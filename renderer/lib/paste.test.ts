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

test('an address of a page and a link of the application are what they lead to', () => {
  const trace = { kind: 'trace', traceId: TRACE, spanId: SPAN };
  const page = 'http://127.0.0.1:5388/p/shop';
  expect(readPastedId(`${page}/traces/${TRACE}?tab=span&span=${SPAN}#x`)).toEqual({
    ...trace,
    project: 'shop',
  });
  expect(readPastedId(`${page}/traces/${TRACE}`)).toEqual({ kind: 'trace', traceId: TRACE, project: 'shop' });
  expect(readPastedId(`tracedeck://trace/${TRACE}?span=${SPAN}`)).toEqual({ ...trace, project: 'default' });
  expect(readPastedId(`tracedeck://trace/${TRACE}?project=shop&span=${SPAN}`)).toEqual({
    ...trace,
    project: 'shop',
  });
  const session = { kind: 'session', sessionId: 'Chat/1 b', project: 'shop' };
  expect(readPastedId(`${page}/sessions/Chat%2F1%20b?last=1h`)).toEqual(session);
  expect(readPastedId('tracedeck://session/Chat%2F1%20b?project=shop')).toEqual(session);
});

test('anything else is no id', () => {
  const others = [`https://example.org/traces/${TRACE}`, 'http://a/p/b/traces/run', 'tracedeck://trace/%ff'];
  for (const text of [...others, '', 'plan-trip', TRACE.slice(1), `${SPAN}0`, 'g'.repeat(32)])
    expect(readPastedId(text)).toBeNull();
});
