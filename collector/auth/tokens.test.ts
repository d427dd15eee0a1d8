import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiError } from '../errors.ts';
import { Authenticator } from './authenticator.ts';
import { verifyToken } from './jwt.ts';
import { keyFile, readOrMakeKey } from './key.ts';
import { newTokenId, TokenRegistry } from './registry.ts';
import { createToken } from './tokens.ts';
import { testFolder } from '../testing/test-folder.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = testFolder();
  dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
});

const otherDataDir = (): string => {
  const other = path.join(folder, 'other');
  mkdirSync(other);
  return other;
};
const modeOf = (file: string): number => statSync(file).mode & 0o777;
const codeOf = (authorization: string | undefined, authenticator = new Authenticator(dataDir)): string => {
  try {
    authenticator.check(authorization);
    return 'OK';
  } catch (error) {
    return (error as ApiError).code;
  }
};
const make = (name: string | null = null, ttlMs: number | null = 60_000, now?: number): string =>
  createToken(dataDir, { name, ttlMs }, now);

describe('the key', () => {
  test('is made on first use, for its owner alone, and then stays', () => {
    const key = readOrMakeKey(dataDir);
    expect(key).toHaveLength(32);
    expect(readOrMakeKey(dataDir)).toEqual(key);
    expect(readdirSync(dataDir)).toEqual([path.basename(keyFile(dataDir))]);
    expect(readOrMakeKey(otherDataDir())).not.toEqual(key);
  });

  test('makes no data directory, and neither does a token', () => {
    const gone = path.join(folder, 'gone');
    expect(() => readOrMakeKey(gone)).toThrow(/auth\.key can't be used \(ENOENT\)$/);
    const record = { id: newTokenId(), name: null, created: new Date(0).toISOString(), expires: null };
    expect(() => new TokenRegistry(gone).add(record)).toThrow('ENOENT');
    expect(() => createToken(gone, { name: null, ttlMs: null })).toThrow(
      expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' }),
    );
    expect(existsSync(gone)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('can be read by its owner alone, and is made so again', () => {
    readOrMakeKey(dataDir);
    expect(modeOf(keyFile(dataDir))).toBe(0o600);
    chmodSync(keyFile(dataDir), 0o644);
    readOrMakeKey(dataDir);
    expect(modeOf(keyFile(dataDir))).toBe(0o600);
    make();
    const [token] = readdirSync(path.join(dataDir, 'tokens'));
    expect(modeOf(path.join(dataDir, 'tokens', token!))).toBe(0o600);
    expect(modeOf(path.join(dataDir, 'tokens'))).toBe(0o700);
  });

  test.for(['', 'AAAA', 'not base64 at all', 'A'.repeat(64)])('that is damaged is no key: %j', (text) => {
    readOrMakeKey(dataDir);
    writeFileSync(keyFile(dataDir), text);
    expect(() => readOrMakeKey(dataDir)).toThrow(/auth\.key is damaged/);
  });

  test('that can not be made is one clear line', () => {
    writeFileSync(path.join(folder, 'file'), '');
    expect(() => readOrMakeKey(path.join(folder, 'file', 'below'))).toThrow(
      /auth\.key can't be used \(ENOTDIR\)/,
    );
  });
});

describe('the registry', () => {
  test('lists tokens in the order in which they were made, and nothing of what they are', () => {
    const tokens = [make('ci', 1000, 5), make(null, null, 10), make('ci', 1000, 0)];
    const list = new TokenRegistry(dataDir).list();
    expect(list).toMatchObject([
      { name: 'ci', created: '1970-01-01T00:00:00.000Z', expires: '1970-01-01T00:00:01.000Z' },
      { name: 'ci', created: '1970-01-01T00:00:00.005Z', expires: '1970-01-01T00:00:01.005Z' },
      { name: null, created: '1970-01-01T00:00:00.010Z', expires: null },
    ]);
    const kept = list
      .map(({ id }) => readFileSync(path.join(dataDir, 'tokens', `${id}.json`), 'utf8'))
      .join('');
    for (const token of tokens) expect(kept).not.toContain(token.split('.')[2]);
  });

  test('revokes one by its id, or all of a name', () => {
    make('ci');
    make('ci');
    make('laptop');
    const registry = new TokenRegistry(dataDir);
    const { id } = registry.list().find(({ name }) => name === 'laptop')!;
    expect(registry.revoke('nobody')).toEqual([]);
    expect(registry.revoke(id)).toMatchObject([{ id, name: 'laptop' }]);
    expect(registry.revoke('ci')).toHaveLength(2);
    expect([registry.list(), registry.has(id)]).toEqual([[], false]);
  });

  test('revokes the one of an id alone, where another has that for its name', () => {
    make('ci');
    const registry = new TokenRegistry(dataDir);
    const { id } = registry.list()[0]!;
    make(id);
    expect(registry.revoke(id)).toMatchObject([{ id, name: 'ci' }]);
    expect(registry.list()).toMatchObject([{ name: id }]);
  });

  test('leaves nothing of a token that could not be made', () => {
    const registry = new TokenRegistry(dataDir);
    const record = { id: newTokenId(), name: null, created: new Date(0).toISOString(), expires: null };
    mkdirSync(path.join(dataDir, 'tokens', `${record.id}.json`), { recursive: true });
    expect(() => registry.add(record)).toThrow(/EISDIR|EPERM/);
    expect(readdirSync(path.join(dataDir, 'tokens'))).toEqual([`${record.id}.json`]);
  });

  test('that can not be read is one clear line, not an empty one', () => {
    writeFileSync(path.join(dataDir, 'tokens'), '');
    expect(() => new TokenRegistry(dataDir).list()).toThrow(/tokens in .* can't be read \(ENOTDIR\)$/);
  });

  test('takes no id for a path, and survives a damaged file', () => {
    const token = make();
    const { jti } = verifyToken(token, readOrMakeKey(dataDir))!;
    const registry = new TokenRegistry(dataDir);
    expect(registry.has(jti)).toBe(true);
    for (const id of [
      './',
      `../tokens/${jti}`,
      `${jti}/../${jti}`,
      '',
      jti.toUpperCase().replaceAll(/\d/g, 'A'),
    ])
      expect([registry.has(id), registry.remove(id)]).toEqual([false, false]);
    writeFileSync(path.join(dataDir, 'tokens', 'notes.json'), '{}');
    writeFileSync(path.join(dataDir, 'tokens', `${jti}.json`), '{"na');
    expect(registry.list()).toMatchObject([{ id: jti, name: null }]);
    writeFileSync(
      path.join(dataDir, 'tokens', `${jti}.json`),
      '{"created":"2026-02-13T10:00:00Z","expires":"later"}',
    );
    expect(registry.list()).toMatchObject([{ id: jti, name: null, expires: null }]);
    expect(registry.revoke(jti)).toHaveLength(1);
  });

  test('of a directory that is not there is empty, and asking makes nothing', () => {
    const gone = path.join(folder, 'gone');
    const registry = new TokenRegistry(gone);
    expect([registry.list(), registry.revoke('x'), registry.has('0123456789abcdef')]).toEqual([
      [],
      [],
      false,
    ]);
    expect(existsSync(gone)).toBe(false);
  });
});

describe('a caller', () => {
  test('with a good token may come in, however the scheme is written', () => {
    const token = make();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(codeOf(`${scheme} ${token}`)).toBe('OK');
    expect(codeOf(`Bearer   ${token}`)).toBe('OK');
    expect(codeOf(`Bearer ${make('for ever', null)}`)).toBe('OK');
  });

  test('without credentials is AUTH_REQUIRED', () => {
    expect(codeOf(undefined)).toBe('AUTH_REQUIRED');
    expect(codeOf('')).toBe('AUTH_REQUIRED');
  });

  test('with anything else is TOKEN_INVALID', () => {
    const token = make();
    const wrong = [
      'x',
      'Bearer',
      'Bearer x',
      `Basic ${token}`,
      token,
      `Bearer ${token} x`,
      `Bearer ${token},`,
    ];
    for (const authorization of wrong) expect(codeOf(authorization)).toBe('TOKEN_INVALID');
  });

  test('with a token of another data directory is TOKEN_INVALID', () => {
    const token = createToken(otherDataDir(), { name: null, ttlMs: null });
    expect(codeOf(`Bearer ${token}`)).toBe('TOKEN_INVALID');
  });

  test('with a token whose time is over, to the millisecond, is TOKEN_EXPIRED', () => {
    expect(codeOf(`Bearer ${make(null, 1000, Date.now() - 1000)}`)).toBe('TOKEN_EXPIRED');
    expect(codeOf(`Bearer ${make(null, 60_000, Date.now() - 1000)}`)).toBe('OK');
  });

  test('is told of signature, expiry and registry in this order', () => {
    const token = make('old', 1, 0);
    new TokenRegistry(dataDir).revoke('old');
    expect(codeOf(`Bearer ${token}`)).toBe('TOKEN_EXPIRED');
    expect(codeOf(`Bearer ${token}x`)).toBe('TOKEN_INVALID');
  });

  test('with a token of this run may come in, until the next run', () => {
    const authenticator = new Authenticator(dataDir);
    const authorization = `Bearer ${authenticator.issue()}`;
    expect(codeOf(authorization, authenticator)).toBe('OK');
    expect(codeOf(authorization, new Authenticator(dataDir))).toBe('TOKEN_INVALID');
    expect(new TokenRegistry(dataDir).list()).toEqual([]);
  });
});

describe('as time goes by', () => {
  const ISSUED = Date.parse('2026-02-13T10:00:00Z');
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: ISSUED }));
  afterEach(() => void vi.useRealTimers());

  test('a token is good until its very last millisecond, one of this run for as long as that goes on', () => {
    const authenticator = new Authenticator(dataDir);
    const [ofRun, made] = [authenticator.issue(), make(null, 1000)];
    const [iat, key] = [ISSUED / 1000, readOrMakeKey(dataDir)];
    expect(verifyToken(ofRun, key)).toEqual({ jti: expect.any(String) as string, iat });
    expect(verifyToken(made, key)).toMatchObject({ iat, exp: iat + 1 });
    vi.advanceTimersByTime(999);
    expect(codeOf(`Bearer ${made}`, authenticator)).toBe('OK');
    vi.advanceTimersByTime(1);
    expect(codeOf(`Bearer ${made}`, authenticator)).toBe('TOKEN_EXPIRED');
    vi.advanceTimersByTime(1e10);
    expect(codeOf(`Bearer ${ofRun}`, authenticator)).toBe('OK');
  });

  test('who was let in is not let in any more within a second of the revocation, and never again', () => {
    const authenticator = new Authenticator(dataDir);
    authenticator.issue();
    const authorization = `Bearer ${make('ci')}`;
    expect(codeOf(authorization, authenticator)).toBe('OK');
    new TokenRegistry(dataDir).revoke('ci');
    for (const ms of [999, 1, 30_000]) {
      vi.advanceTimersByTime(ms);
      expect(codeOf(authorization, authenticator)).toBe('TOKEN_INVALID');
    }
  });
});
