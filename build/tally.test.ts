import { expect, test } from 'vitest';
import { addTallies, summaryLine, tallyOf, tallyOfPlaywright, tallyOfVitest, withExitCode } from './tally.ts';

test('a file that cannot be imported counts as a failure', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(tallyOfVitest(report)).toEqual({ passed: 2, failed: 2, skipped: 2 });
});

test('a flaky browser test passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(tallyOfPlaywright({ stats })).toEqual({ passed: 6, failed: 1, skipped: 2 });
});

test('a runner that failed without a failed test counts as one failure', () => {
  expect(withExitCode(tallyOf({ passed: 3 }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(withExitCode(tallyOf({ failed: 2 }), 1)).toEqual({ passed: 0, failed: 2, skipped: 0 });
  expect(withExitCode(tallyOf({ passed: 3 }), 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
});

test('the summary adds up all runs', () => {
  const sum = addTallies(tallyOf({ passed: 3, skipped: 1 }), tallyOf({ passed: 4, failed: 2 }));
  expect(summaryLine(sum)).toBe('7 passed, 2 failed, 1 skipped');
});
