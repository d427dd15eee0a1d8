import { beforeEach, expect, test } from 'vitest';
import { LogCutting } from './log-cutting.ts';

let now: number;
let answers: (boolean | Error)[];
let failures: string[];
let cutting: LogCutting;

beforeEach(() => {
  now = 0;
  answers = [];
  failures = [];
  cutting = new LogCutting({
    emptyLog: () => {
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onFailure: ({ message }) => failures.push(message),
    now: () => now,
  });
});

test('is due once something was deleted, until the log is empty', () => {
  expect(cutting.waitMs()).toBeNull();
  cutting.deleted();
  expect(cutting.waitMs()).toBe(0);
  answers = [true];
  cutting.step();
  expect(cutting.waitMs()).toBeNull();
});

test('waits for a reader, without asking all the time', () => {
  cutting.deleted();
  answers = [false, true];
  cutting.step();
  expect(cutting.waitMs()).toBe(1000);
  now = 400;
  cutting.stored();
  expect(cutting.waitMs()).toBe(600);
  now = 1000;
  expect(cutting.waitMs()).toBe(0);
  cutting.step();
  expect(cutting.waitMs()).toBeNull();
});

test('tells a failure, and tries again with the next deletion', () => {
  cutting.deleted();
  answers = [new Error('the disk is full'), true];
  cutting.step();
  expect(failures).toEqual(['the disk is full']);
  expect(cutting.waitMs()).toBeNull();
  cutting.deleted();
  expect(cutting.waitMs()).toBe(0);
});
