import { afterEach, expect, test, vi } from 'vitest';
import { viewLink } from './view-link.ts';

afterEach(() => void vi.unstubAllGlobals());

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const link = (path: string, collector: string | null = 'http://127.0.0.1:5388'): string =>
  viewLink({ href: `app://tracedeck${path}`, isDesktop: true, collector });

test('a browser shows what can be opened as it is', () => {
  const href = 'http://127.0.0.1:5388/p/default/traces?search=x';
  expect(viewLink({ href, isDesktop: false, collector: null })).toBe(href);
});

test('in the desktop window traces and sessions have links that open the app', () => {
  vi.stubGlobal('window', { tracedeck: {} });
  expect(link(`/p/default/traces/${TRACE}`)).toBe(`tracedeck://trace/${TRACE}`);
  expect(link(`/p/shop/traces/${TRACE}?span=00f067aa0ba902b7&tab=raw`)).toBe(
    `tracedeck://trace/${TRACE}?project=shop&span=00f067aa0ba902b7`,
  );
  expect(link('/p/default/sessions/a%20b%2Fc')).toBe('tracedeck://session/a%20b%2Fc');
  expect(link('/p/shop/sessions/7?view=x')).toBe('tracedeck://session/7?project=shop');
});

test('other views of it have the address of the same page in a browser', () => {
  expect(link('/p/shop/traces?search=a%20b')).toBe('http://127.0.0.1:5388/p/shop/traces?search=a%20b');
  expect(link('/p/shop/live', null)).toBe('app://tracedeck/p/shop/live');
});
