import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { partsOf, wholeNumber } from './program-arguments.ts';

test.each(['', '0', '-1', '1.5', '1e3', '10k', 'ten'])('%j is no number of times', (text) => {
  expect(() => wholeNumber('--rounds', text)).toThrow(`--rounds takes a number from 1 on, not ${text}`);
});

test('a whole number is one', () => {
  expect(wholeNumber('--rounds', '20')).toBe(20);
});

test('parts are in the order that there is, and what is none is told', () => {
  const all = ['open', 'scroll', 'grow'] as const;
  expect([...partsOf(['grow', 'open'], all)]).toEqual(['open', 'grow']);
  expect(() => partsOf(['open', 'scrol', ''], all)).toThrow('No part scrol,: there are open,scroll,grow');
});

const run = (program: string, words: readonly string[]) =>
  spawnSync(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL(`../../${program}`, import.meta.url)), ...words],
    { encoding: 'utf8' },
  );

test.each([
  ['collector/bench/main.ts', '--nonsense', "Unknown option '--nonsense': npm run bench ["],
  ['collector/bench/main.ts', 'nonsense', 'Unknown nonsense: npm run bench ['],
  ['collector/bench/main.ts', '--compare a.json', '--compare takes two files: npm run bench ['],
  ['collector/bench/main.ts', '--growth 10,x', '--growth takes a number from 1 on, not x: npm run bench ['],
  ['collector/torture/main.ts', 'kill', 'No part kill: there are kills,overload,fuzz: npm run torture ['],
  ['collector/testing/recordings/record.ts', '--nonsense', "Unknown option '--nonsense': npm run record ["],
  ['collector/testing/recordings/record.ts', 'toString', 'No part toString: there are vercel-ai,'],
])('%s refuses %s in one line with what it takes, and ends with 2', (program, words, told) => {
  const { status, stdout, stderr } = run(program, words.split(' '));
  expect(stderr).toMatch(/^.+\n$/);
  expect(stderr.startsWith(told), stderr).toBe(true);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each([
  ['collector/bench/main.ts', '--growth'],
  ['collector/testing/recordings/record.ts', 'genkit'],
])('%s --help says what there is', (program, part) => {
  const { status, stdout, stderr } = run(program, ['--help']);
  expect(stdout).toContain(part);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
