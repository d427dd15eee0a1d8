import { expect, test } from 'vitest';
import { message } from '../../testing/builders.ts';
import { compareItems } from './compare-items.ts';

test('a failed tool has its result and the error that came with it', () => {
  const result = {
    type: 'tool_call_response',
    id: 'a',
    name: 'run',
    response: 'out',
    is_error: true,
  } as const;
  const error = { type: 'error', name: 'ExitError', message: '3 failed', stacktrace: null } as const;
  const [before] = compareItems([message('1', 'tool', 's', [result])]);
  const [after] = compareItems([message('1', 'tool', 's', [result, error])]);
  expect(before?.sections).toEqual([{ name: 'Result', text: 'out' }]);
  expect(after?.sections).toEqual([
    { name: 'Result', text: 'out' },
    { name: 'Error', text: 'ExitError: 3 failed' },
  ]);
  expect(after?.key).not.toBe(before?.key);
});
