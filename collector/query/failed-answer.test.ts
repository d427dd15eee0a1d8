import { expect, test } from 'vitest';
import { TooManyMessages } from '../messages/most-messages.ts';
import { failedAnswer } from './failed-answer.ts';

test('who asks for more messages than may be read is told so, and the log nothing', () => {
  expect(failedAnswer('getUnscopedSpan', new TooManyMessages('more than 3 messages'))).toEqual({
    ok: false,
    code: 'VALIDATION_ERROR',
    message: 'what it says is more than 3 messages, too much for one answer: read its attributes',
    cause: null,
    fault: null,
  });
});
