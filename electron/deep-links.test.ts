import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOfLink } from './deep-links.ts';

const trace = '0AF7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

test.for<[link: string, path: string]>([
  [`tracedeck://trace/${trace}`, `/p/default/traces/${trace.toLowerCase()}`],
  [`tracedeck://trace/${trace}/`, `/p/default/traces/${trace.toLowerCase()}`],
  [`tracedeck://trace/${trace}?span=${span}`, `/p/default/traces/${trace.toLowerCase()}?span=${span}`],
  [`TRACEDECK://Trace/${trace}?project=shop-2`, `/p/shop-2/traces/${trace.toLowerCase()}`],
  ['tracedeck://session/s-1', '/p/default/sessions/s-1'],
  ['tracedeck://session/a%2Fb%20c?project=shop', '/p/shop/sessions/a%2Fb%20c'],
  ['tracedeck://session/..%2f..', '/p/default/sessions/..%2F..'],
  ['tracedeck://session/%3Cscript%3E', '/p/default/sessions/%3Cscript%3E'],
])('%s opens %s', ([link, path]) => {
  expect(pathOfLink(link)).toBe(path);
});

test.each([
  '',
  'tracedeck:',
  'tracedeck://',
  'tracedeck://trace',
  'tracedeck://trace/',
  'tracedeck://trace/nothex',
  `tracedeck://trace/${trace}/more`,
  `tracedeck://trace/${trace.slice(1)}`,
  `tracedeck://trace/${trace}?span=x`,
  `tracedeck://trace/${trace}?span=`,
  `tracedeck://trace/${trace}?project=../../x`,
  `tracedeck://trace/${trace}?project=`,
  `tracedeck://user@trace/${trace}`,
  `tracedeck://trace:80/${trace}`,
  `https://trace/${trace}`,
  `javascript:alert('${trace}')`,
  `file:///etc/passwd?tracedeck://trace/${trace}`,
  'tracedeck://session/..',
  'tracedeck://session/%2e%2e',
  'tracedeck://session/%00',
  'tracedeck://session/%E0%A4%A',
  'tracedeck://session/a/b',
  `tracedeck://session/${'x'.repeat(2000)}`,
  'tracedeck://settings/x',
])('%s opens nothing', (link) => {
  expect(pathOfLink(link)).toBeNull();
});

test('whatever a link holds, the page is one of the window and no other', () => {
  const hostile = fc.tuple(
    fc.constantFrom(
      'tracedeck://trace/',
      'tracedeck://session/',
      'tracedeck://session/%2e%2e%2f',
      'tracedeck://',
    ),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '?span=', '?project=', '#'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(hostile, (parts) => {
      const path = pathOfLink(parts.join(''));
      if (path === null) return;
      const url = new URL(path, 'app://tracedeck/');
      expect(url.host).toBe('tracedeck');
      expect(url.pathname).toMatch(/^\/p\/[\w.-]+\/(traces|sessions)\/[^/]+$/);
      expect(url.hash).toBe('');
    }),
  );
});
