import { expect, test } from 'vitest';
import { outcomeOf } from './import-outcome.ts';

const report = { requests: 1, items: 3, bad: 0, problems: [], trace_id: null };
const problems = [{ at: 'line 2', reason: 'is no OTLP JSON' }];

test('what went well needs no words', () => {
  expect(outcomeOf('a.jsonl', report)).toBeNull();
});

test('what was passed over is told with its place, and what holds nothing is an error', () => {
  expect(outcomeOf('a.jsonl', { ...report, bad: 1, problems })).toEqual({
    tone: 'info',
    text: '1 part of a.jsonl passed over: line 2 is no OTLP JSON',
  });
  expect(outcomeOf('a.jsonl', { ...report, items: 0 })).toEqual({
    tone: 'error',
    text: 'a.jsonl holds nothing that Tracedeck reads',
  });
});

test('a name hides nothing', () => {
  const hidden = outcomeOf('a\u202Efdp.exe', { ...report, items: 0 });
  expect(hidden?.text).toContain('⟨U+202E⟩');
});
