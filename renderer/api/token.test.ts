import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getJson } from './client.ts';
import { openEventStream } from './event-stream.ts';
import { adoptTokenFromAddress, authorizationHeader, ownTokenId, readPastedToken } from './token.ts';

/** As much of a tab as the token needs. */
function openTab(address: string): { address: () => string; kept: Map<string, string> } {
  const kept = new Map<string, string>();
  let url = new URL(address);
  vi.stubGlobal('location', {
    get hash() {
      return url.hash;
    },
    get pathname() {
      return url.pathname;
    },
    get search() {
      return url.search;
    },
  });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => (url = new URL(to, url)),
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return { address: () => url.href, kept };
}

let seen: { url: string; headers: Record<string, string> }[];
beforeEach(() => {
  seen = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    seen.push({ url, headers });
    return Promise.resolve(new Response('{}'));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a sign-in link is taken out of the address and its token kept for the tab', () => {
  const tab = openTab('http://127.0.0.1:5388/#token=aa.bb-_.cc');
  adoptTokenFromAddress();
  expect(tab.address()).toBe('http://127.0.0.1:5388/');
  expect([...tab.kept.values()]).toEqual(['aa.bb-_.cc']);
  adoptTokenFromAddress();
  expect(authorizationHeader()).toEqual({ authorization: 'Bearer aa.bb-_.cc' });
});

test('the rest of the address stays', () => {
  const tab = openTab('http://127.0.0.1:5388/p/default/traces?page=2#span=1&token=t');
  adoptTokenFromAddress();
  expect(tab.address()).toBe('http://127.0.0.1:5388/p/default/traces?page=2#span=1');
});

test('requests and streams carry the token as a header, never in their address', async () => {
  openTab('http://127.0.0.1:5388/#token=aa.bb.cc');
  adoptTokenFromAddress();
  await getJson('/api');
  await new Promise<void>((resolve) => {
    const stream = openEventStream({
      url: '/stream',
      onEvent: () => {},
      onState: (state) => {
        if (state !== 'open') return;
        stream.stop();
        resolve();
      },
    });
  });
  expect(seen.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
    ['/api', 'Bearer aa.bb.cc'],
    ['/stream', 'Bearer aa.bb.cc'],
  ]);
});

test('without a link nothing is sent and the address stays as it is', async () => {
  const tab = openTab('http://127.0.0.1:5388/p/default/traces#x');
  adoptTokenFromAddress();
  await getJson('/api');
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
  expect(tab.address()).toBe('http://127.0.0.1:5388/p/default/traces#x');
});

test('a token is found in what was pasted, alone or in a sign-in link', () => {
  expect(readPastedToken(' aaa.bbb.ccc\n')).toBe('aaa.bbb.ccc');
  expect(readPastedToken('http://127.0.0.1:5388/#token=aaa.bbb.c-_c')).toBe('aaa.bbb.c-_c');
  for (const text of ['', 'hello', 'http://127.0.0.1:5388/', 'a.b', 'http://127.0.0.1:5388/#token=%zz'])
    expect(readPastedToken(text)).toBeNull();
});

const base64url = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

test('the id of the token that is sent is known, where there is one', () => {
  const { kept } = openTab('http://127.0.0.1:5388/');
  expect(ownTokenId()).toBeNull();
  const claims = base64url('{"jti":"0123456789abcdef","iat":1.5,"x":"ÿ?~"}');
  for (const [token, id] of [
    [`a.${claims}.b`, '0123456789abcdef'],
    ['a.b.c', null],
    ['nonsense', null],
    [`a.${base64url('null')}.b`, null],
  ] as const) {
    kept.set('tracedeck.token', token);
    expect(ownTokenId(), token).toBe(id);
  }
});
