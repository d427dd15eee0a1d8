import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, getJson, isRefusedForGood } from './client.ts';

const answers = (answer: () => Promise<Response>): void => void vi.stubGlobal('fetch', answer);
const failureOf = (signal?: AbortSignal): Promise<unknown> =>
  getJson('/api/v1/health', signal).catch((error: unknown) => error);

beforeEach(() => void vi.stubGlobal('sessionStorage', { getItem: () => null }));
afterEach(() => void vi.unstubAllGlobals());

test('a collector that does not answer is told apart from a request that was given up', async () => {
  const gone = new TypeError('fetch failed');
  answers(() => Promise.reject(gone));
  expect(await failureOf()).toMatchObject({ status: 0, code: 'UNREACHABLE', cause: gone });
  expect(await failureOf(AbortSignal.abort())).toBe(gone);
});

test('a refusal is told as the collector words it, the page of a proxy by its status', async () => {
  answers(() => Promise.resolve(Response.json({ code: 'VALIDATION_ERROR', message: 'no' }, { status: 400 })));
  const refused = await failureOf();
  expect(refused).toEqual(new ApiError(400, 'VALIDATION_ERROR', 'no'));
  expect(isRefusedForGood(refused)).toBe(true);
  answers(() => Promise.resolve(new Response('<html>', { status: 502 })));
  expect(await failureOf()).toMatchObject({ status: 502, code: 'UNEXPECTED_ANSWER' });
});
