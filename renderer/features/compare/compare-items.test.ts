import { expect, test } from 'vitest';
import { message, span } from '../../testing/builders.ts';
import { compareItems } from './compare-items.ts';

test('a failed tool has the error that its result does not tell', () => {
  const result = {
    type: 'tool_call_response',
    id: 'a',
    name: 'run',
    response: 'out',
    is_error: false,
  } as const;
  const said = [message('1', 'tool', 's', [result])];
  const ran = { span_category: 'tool', tool_name: 'run' } as const;
  const well = span('s', null, 0, 1, ran);
  const failed = span('s', null, 0, 1, { ...ran, has_error: true, status_message: 'ExitError: 3 failed' });
  const [before] = compareItems(said, [well]);
  const [after] = compareItems(said, [failed]);
  expect(before?.sections).toEqual([{ name: 'Result', text: 'out' }]);
  expect(after?.sections).toEqual([
    { name: 'Result', text: 'out' },
    { name: 'Error', text: 'ExitError: 3 failed' },
  ]);
  expect(after?.key).not.toBe(before?.key);
});
