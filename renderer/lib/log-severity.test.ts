import { expect, test } from 'vitest';
import { readSeverity, severityOf } from './log-severity.ts';

test('a number tells the range, else the text does', () => {
  expect(severityOf({ severity_number: 9, severity_text: 'error' })).toBe('INFO');
  expect(severityOf({ severity_number: 24, severity_text: null })).toBe('FATAL');
  expect(severityOf({ severity_number: null, severity_text: 'Warning' })).toBe('WARN');
  expect(severityOf({ severity_number: 0, severity_text: null })).toBeNull();
});

test('an address names a range by its word or a number in it', () => {
  expect(readSeverity('warn')).toBe('WARN');
  expect(readSeverity('17')).toBe('ERROR');
  expect(readSeverity('loud')).toBeNull();
  expect(readSeverity(undefined)).toBeNull();
});
