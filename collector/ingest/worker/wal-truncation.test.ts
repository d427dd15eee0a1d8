import { beforeEach, expect, test } from 'vitest';
import { WalTruncation } from './wal-truncation.ts';

let now: number;
let answers: (boolean | Error)[];
let failures: string[];
let truncation: WalTruncation;

beforeEach(() => {
  now = 0;
  answers = [];
  failures = [];
  truncation = new WalTruncation({
    truncateWal: () => {
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onFailure: ({ message }) => failures.push(message),
    now: () => now,
  });
});

test('is due once something was deleted, until the log is empty', () => {
  expect(truncation.waitMs()).toBeNull();
  truncation.deleted();
  expect(truncation.waitMs()).toBe(0);
  answers = [true];
  truncation.step();
  expect(truncation.waitMs()).toBeNull();
});

test('waits for a reader, without asking all the time', () => {
  truncation.deleted();
  answers = [false, true];
  truncation.step();
  expect(truncation.waitMs()).toBe(1000);
  now = 400;
  truncation.stored();
  expect(truncation.waitMs()).toBe(600);
  now = 1000;
  expect(truncation.waitMs()).toBe(0);
  truncation.step();
  expect(truncation.waitMs()).toBeNull();
});

test('tells a failure, and tries again with the next deletion', () => {
  truncation.deleted();
  answers = [new Error('the disk is full'), true];
  truncation.step();
  expect(failures).toEqual(['the disk is full']);
  expect(truncation.waitMs()).toBeNull();
  truncation.deleted();
  expect(truncation.waitMs()).toBe(0);
});
