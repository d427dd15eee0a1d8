import { expect, test } from 'vitest';
import { callsText } from './called-tools.ts';

test('each tool is named once, with how often it is called', () => {
  expect(callsText(['search_flights', 'search_hotels'])).toBe('calls search_flights, search_hotels');
  const names = ['run', ...Array.from({ length: 1200 }, () => 'read_file'), 'run', 'stop'];
  expect(callsText(names)).toBe('calls run ×2, read_file ×1,200, stop');
});
