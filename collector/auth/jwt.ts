import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a token says. Times are seconds since 1970, with fractions. */
export interface Claims {
  /** The token's id in the registry. */
  readonly jti: string;
  readonly iat: number;
  /** Absent: for as long as the registry knows it. */
  readonly exp?: number;
}

/**
 * The one header that is written, and so the only one that is read: `alg: none`, other algorithms, keys named in the
 * header and everything else that a header can be talked into are no case to handle (RFC 8725, section 3.1).
 */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** A JWT (RFC 7519), signed with HMAC-SHA-256. */
export function signToken(claims: Claims, key: Buffer): string {
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, key)}`;
}

/**
 * The claims of a token that `signToken` made with this key, null for anything else. Says nothing about expiry. The
 * signatures are compared as text: decoding would let several spellings of the same bytes pass.
 */
export function verifyToken(token: string, key: Buffer): Claims | null {
  const end = token.lastIndexOf('.');
  const signed = token.slice(0, Math.max(end, 0));
  if (!areEqual(token.slice(end + 1), signatureOf(signed, key))) return null;
  const [header, payload, ...more] = signed.split('.');
  if (header !== HEADER || payload === undefined || more.length > 0) return null;
  return claimsOf(payload);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const signatureOf = (signed: string, key: Buffer): string =>
  createHmac('sha256', key).update(signed).digest('base64url');

/** In a time that depends on the lengths only. */
function areEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function claimsOf(payload: string): Claims | null {
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    const { jti, iat, exp } = claims;
    const isOurs =
      typeof jti === 'string' && typeof iat === 'number' && (exp === undefined || typeof exp === 'number');
    return isOurs ? claims : null;
  } catch {
    return null;
  }
}
