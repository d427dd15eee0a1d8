import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './child-process.mjs';

/** What a run of tests came to. */
export interface Tally {
  readonly passed: number;
  /** One line or a few for each: what failed, and how. */
  readonly failures: readonly string[];
  readonly skipped: number;
}

export function tallyOf(counts: Partial<Tally>): Tally {
  return { passed: 0, failures: [], skipped: 0, ...counts };
}

export function addTallies(...tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failures, skipped }) => ({
      passed: sum.passed + passed,
      failures: [...sum.failures, ...failures],
      skipped: sum.skipped + skipped,
    }),
    tallyOf({}),
  );
}

/** Names what failed once more at the end: whoever reads the last page of a long output need not search it. */
export function summaryOf({ passed, failures, skipped }: Tally): string {
  const named = failures.length === 0 ? [] : ['Failed:', ...failures.map((failure) => `- ${failure}`), ''];
  return [...named, `${passed} passed, ${failures.length} failed, ${skipped} skipped`].join('\n');
}

/** A runner that failed without naming a failed test (a crash, a file that could not be read) still failed. */
export function withExitCode(tally: Tally, runner: string, exitCode: number): Tally {
  const unnamed = exitCode !== 0 && tally.failures.length === 0;
  return unnamed ? { ...tally, failures: [`${runner} ended with code ${exitCode}`] } : tally;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Counts tests, and each file that failed before or beside its tests (it could not be imported) as one failure. */
export function tallyOfVitest(report: VitestReport): Tally {
  return tallyOf({
    passed: report.numPassedTests,
    failures: report.testResults.flatMap(failuresOfFile),
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

function failuresOfFile({ name, message, status, assertionResults }: VitestReport['testResults'][number]) {
  const file = relative(root, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0)
    return status === 'failed' ? [failure(file, message || 'ended before all of its tests had')] : [];
  return failed.map(({ fullName, failureMessages }) =>
    failure(`${file} › ${fullName}`, failureMessages?.[0]),
  );
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly flaky: number; readonly skipped: number };
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

/** A test that passed at the second try passed. */
export function tallyOfPlaywright({ stats, errors, suites }: PlaywrightReport): Tally {
  return tallyOf({
    passed: stats.expected + stats.flaky,
    failures: [
      ...errors.map(({ message }) => failure('end-to-end tests', message)),
      ...suites.flatMap(failuresOfSuite),
    ],
    skipped: stats.skipped,
  });
}

function failuresOfSuite({ suites = [], specs }: PlaywrightSuite): readonly string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        failure(`[${projectName}] ${file}:${line} › ${title}`, results.at(-1)?.error?.message),
      ),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

const LINES_OF_A_FAILURE = 8;

function failure(what: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [what, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `    ${line}`)].join('\n');
}
