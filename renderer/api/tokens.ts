import type { NewToken, TokenRequest } from '../../collector/contract/tokens.ts';
import { deleteAt, postJson } from './client.ts';

/** Makes a token; the answer is the only place where it can be read. */
export function createToken(request: TokenRequest): Promise<NewToken> {
  return postJson('/api/v1/tokens', request);
}

/** Whoever uses it is refused within a second. */
export function revokeToken(id: string): Promise<void> {
  return deleteAt(`/api/v1/tokens/${encodeURIComponent(id)}`);
}
