import { createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signToken, verifyToken, type Claims } from './jwt.ts';

const key = randomBytes(32);
const claims: Claims = { jti: '0123456789abcdef', iat: 1_770_000_000.5, exp: 1_770_000_001 };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const hmac = (signed: string, algorithm = 'sha256', secret = key): string =>
  createHmac(algorithm, secret).update(signed).digest('base64url');

const claimsArbitrary = fc.record<Claims>(
  { jti: fc.string(), iat: fc.double({ noNaN: true, noDefaultInfinity: true }), exp: fc.integer() },
  { requiredKeys: ['jti', 'iat'] },
);

test('a token is what any JWT library reads: three parts, HS256', () => {
  const [header, payload, signature, ...more] = signToken(claims, key).split('.');
  expect(more).toEqual([]);
  expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(JSON.parse(Buffer.from(payload!, 'base64url').toString())).toEqual(claims);
  expect(signature).toBe(hmac(`${header}.${payload}`));
});

test('what was signed is read again, with this key and no other', () => {
  fc.assert(
    fc.property(claimsArbitrary, (given) => {
      const token = signToken(given, key);
      expect(verifyToken(token, key)).toEqual(JSON.parse(JSON.stringify(given)));
      expect(verifyToken(token, randomBytes(32))).toBeNull();
    }),
  );
});

describe('what is not exactly a token that was signed is refused', () => {
  const token = signToken(claims, key);

  test('one changed character, wherever it is', () => {
    const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é');
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(token[at] !== character);
        expect(verifyToken(token.slice(0, at) + character + token.slice(at + 1), key)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test('anything taken away or put in', () => {
    fc.assert(
      fc.property(
        fc.nat(token.length),
        fc.nat(token.length),
        fc.string({ unit: 'binary' }),
        (from, to, text) => {
          const changed = token.slice(0, from) + text + token.slice(to);
          fc.pre(changed !== token);
          expect(verifyToken(changed, key)).toBeNull();
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => verifyToken(text, key) === null));
    for (const text of [
      '',
      '.',
      '..',
      '...',
      token.replaceAll('.', ''),
      `${token}.`,
      `.${token}`,
      `${token}\n`,
    ])
      expect(verifyToken(text, key)).toBeNull();
  });

  test('the parts of two tokens put together', () => {
    const [one, other] = [token, signToken({ ...claims, jti: 'fedcba9876543210' }, key)].map((text) =>
      text.split('.'),
    );
    expect(verifyToken([one![0], other![1], one![2]].join('.'), key)).toBeNull();
  });

  test.for([
    { alg: 'none', typ: 'JWT' },
    { alg: 'None' },
    { typ: 'JWT' },
    {},
    null,
    'HS256',
    { alg: 'HS256' },
    { typ: 'JWT', alg: 'HS256' },
    { alg: 'HS256', typ: 'JWT', kid: '../../dev/null' },
    { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AAAA' } },
    { alg: 'HS384', typ: 'JWT' },
    { alg: 'HS512', typ: 'JWT' },
    { alg: 'RS256', typ: 'JWT' },
    { alg: 'hs256', typ: 'JWT' },
  ])('another header, even under a good signature: %j', (header) => {
    const signed = `${encode(header)}.${encode(claims)}`;
    for (const signature of ['', hmac(signed), hmac(signed, 'sha384'), hmac(signed, 'sha512')])
      expect(verifyToken(`${signed}.${signature}`, key)).toBeNull();
  });

  test('a part more, under a good signature', () => {
    const signed = `${token.slice(0, token.lastIndexOf('.'))}.${encode(claims)}`;
    expect(verifyToken(`${signed}.${hmac(signed)}`, key)).toBeNull();
  });

  test('a signature of another kind', () => {
    const signed = token.slice(0, token.lastIndexOf('.'));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signatures = [
      createSign('sha256').update(signed).sign(privateKey, 'base64url'),
      createHmac('sha256', key).update(signed).digest('base64'),
      createHmac('sha256', key).update(signed).digest('hex'),
      hmac(signed).slice(0, -1),
      hmac(signed, 'sha256', Buffer.alloc(0)),
    ];
    for (const signature of signatures) expect(verifyToken(`${signed}.${signature}`, key)).toBeNull();
  });

  test.for(['null', '[]', '"x"', '{}', '{"jti":1,"iat":1}', '{"jti":"a","iat":1,"exp":"never"}', '{'])(
    'claims that are none, under a good signature: %s',
    (text) => {
      const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${Buffer.from(text).toString('base64url')}`;
      expect(verifyToken(`${signed}.${hmac(signed)}`, key)).toBeNull();
    },
  );
});
