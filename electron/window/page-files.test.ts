import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../collector/contract/content-security-policy.ts';
import { answerFile, fileOf } from './page-files.ts';

let parent: string;
let folder: string;

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'page-files-'));
  folder = join(parent, 'renderer');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<title>page</title>');
  writeFileSync(join(folder, 'assets/index-1.js'), 'run()');
  writeFileSync(join(parent, 'secret.txt'), 'secret');
});
afterAll(() => rmSync(parent, { recursive: true }));

function get(path: string, init?: RequestInit): Promise<Response> {
  return answerFile(new Request(`app://tracedeck${path}`, init), folder);
}

test('an asset comes with its type and the policy', async () => {
  const answer = await get('/assets/index-1.js');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('run()');
});

test.each(['/', '/p/default/traces/0af7?span=1', '/p/default/sessions/a.b', '/assets'])(
  '%s is the page',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(await answer.text()).toContain('page');
  },
);

test('a missing asset is 404, another method 405', async () => {
  expect((await get('/assets/gone.js')).status).toBe(404);
  expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(405);
});

describe('no path leads out of the folder', () => {
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%5c..%5csecret.txt',
    '//etc/passwd',
  ])('%s', async (path) => {
    const answer = await get(path);
    expect(await answer.text()).not.toContain('secret');
  });

  test('what would, is no file at all', () => {
    const outside = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/..',
      '/a/../../renderer-of-another/x',
      '/%00',
      '/%',
    ];
    expect(outside.map((path) => fileOf(path, folder))).toEqual(outside.map(() => null));
    expect(fileOf('/assets/a%20b.js', folder)).toBe(join(folder, 'assets/a b.js'));
  });
});
