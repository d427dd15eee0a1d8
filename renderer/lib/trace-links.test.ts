import { expect, test } from 'vitest';
import { curlCommand } from './trace-links.ts';

test('the command quotes its address for a shell and names no token', () => {
  expect(curlCommand('http://127.0.0.1:5388', '/api/v1/x', false)).toBe(
    "curl -s 'http://127.0.0.1:5388/api/v1/x'",
  );
  expect(curlCommand('http://h', "/it's", true)).toBe(
    `curl -s -H "Authorization: Bearer $TRACEDECK_TOKEN" 'http://h/it'\\''s'`,
  );
});
