import { expect, test } from 'vitest';
import { appUrl, isAppUrl, isTrustedSender, isWebUrl } from './addresses.ts';

test.each([appUrl, 'app://tracedeck/p/default/traces?x=1#y'])('%s is ours', (url) => {
  expect(isAppUrl(url)).toBe(true);
});

test.each([
  'app://other/',
  'app:tracedeck',
  'https://tracedeck/',
  'app://tracedeck.evil/',
  'about:blank',
  '',
  'no url',
])('%s is not ours', (url) => {
  expect(isAppUrl(url)).toBe(false);
});

test('only http and https are opened outside', () => {
  expect(['https://example.com/a', 'http://localhost:1/', 'HTTPS://x'].map(isWebUrl)).toEqual([
    true,
    true,
    true,
  ]);
  const others = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/x',
    'mailto:a@b',
    'app://tracedeck/',
    'x',
    '',
  ];
  expect(others.filter(isWebUrl)).toEqual([]);
});

test('only the page itself is heard', () => {
  expect(isTrustedSender({ url: appUrl, parent: null })).toBe(true);
  expect(isTrustedSender({ url: appUrl, parent: {} })).toBe(false);
  expect(isTrustedSender({ url: 'https://example.com/', parent: null })).toBe(false);
  expect(isTrustedSender(null)).toBe(false);
});
