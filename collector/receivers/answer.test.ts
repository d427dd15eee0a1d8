import { expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { errorAnswer } from './answer.ts';

test('what may come again says when, what may not does not', () => {
  const full = new ApiError('BUFFER_FULL', 'full', { retryAfterSeconds: 7 });
  for (const encoding of ['protobuf', 'json', null] as const) {
    expect(errorAnswer(full, encoding)).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
    const { headers } = errorAnswer(new ApiError('PAYLOAD_TOO_LARGE', 'large'), encoding);
    expect(headers).toEqual({ 'content-type': 'application/json' });
  }
});
