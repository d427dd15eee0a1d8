import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './child-process.mjs';
import { addTallies, summaryOf, tallyOf, tallyOfPlaywright, tallyOfVitest, withExitCode } from './tally.ts';

const passed = { status: 'passed', fullName: 'works' };

test('failed tests are named with what they say; a file that cannot be imported is a failure', () => {
  const report = {
    numPassedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { name: join(root, 'a.test.ts'), status: 'passed', assertionResults: [passed] },
      {
        name: join(root, 'b.test.ts'),
        status: 'failed',
        assertionResults: [
          passed,
          {
            status: 'failed',
            fullName: 'adds up',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
          },
        ],
      },
      { name: join(root, 'c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(tallyOfVitest(report)).toEqual({
    passed: 2,
    failures: ['b.test.ts › adds up\n    expected 1\n    to be 2', 'c.test.ts\n    no such module'],
    skipped: 2,
  });
});

test('a flaky browser test passed; one that failed is named with its last error', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'x.spec.ts',
    line: 3,
    tests: [{ projectName: 'browser', status, results: [{}, { error: { message: 'not in sight' } }] }],
  });
  const suites = [
    {
      specs: [spec('opens', 'flaky')],
      suites: [{ specs: [spec('shows', 'unexpected'), spec('ends', 'skipped')] }],
    },
  ];
  const errors = [{ message: 'port taken' }];
  expect(tallyOfPlaywright({ stats: { expected: 5, flaky: 1, skipped: 2 }, errors, suites })).toEqual({
    passed: 6,
    failures: ['end-to-end tests\n    port taken', '[browser] x.spec.ts:3 › shows\n    not in sight'],
    skipped: 2,
  });
});

test('a runner that failed without a failed test counts as one failure', () => {
  const ended = ['vitest ended with code 1'];
  expect(withExitCode(tallyOf({ passed: 3 }), 'vitest', 1)).toEqual(tallyOf({ passed: 3, failures: ended }));
  expect(withExitCode(tallyOf({ failures: ['a'] }), 'vitest', 1)).toEqual(tallyOf({ failures: ['a'] }));
  expect(withExitCode(tallyOf({ passed: 3 }), 'vitest', 0)).toEqual(tallyOf({ passed: 3 }));
});

test('the summary adds up all runs and ends with the counts', () => {
  const sum = addTallies(
    tallyOf({ passed: 3, skipped: 1 }),
    tallyOf({ passed: 4, failures: ['lint', 'types'] }),
  );
  expect(summaryOf(sum)).toBe('Failed:\n- lint\n- types\n\n7 passed, 2 failed, 1 skipped');
  expect(summaryOf(tallyOf({ passed: 1 }))).toBe('1 passed, 0 failed, 0 skipped');
});
