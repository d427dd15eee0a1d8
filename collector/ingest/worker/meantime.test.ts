import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pulse } from '../pulse.ts';
import { Meantime, type Unhurried } from './meantime.ts';

let steps: string[];
/** Steps of chores that are left, and how long indexing has to wait for each of its own. */
let chores: number;
let waits: number[];
let meantime: Meantime;

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
  chores = 0;
  waits = [];
  meantime = new Meantime(
    new Pulse(),
    {
      get isBusy() {
        return chores > 0;
      },
      step: () => {
        chores--;
        steps.push('chore');
      },
    },
    {
      stored: (ms) => void steps.push(`rests from ${ms}`),
      waitMs: () => waits[0] ?? null,
      step: () => {
        waits.shift();
        steps.push('index');
      },
    },
  );
});
afterEach(() => void vi.useRealTimers());

test('nothing to do is no work', () => {
  meantime.use();
  expect(vi.getTimerCount()).toBe(0);
});

test('chores go before indexing, one step at a time', () => {
  chores = 2;
  waits = [0, 0];
  meantime.use();
  meantime.use();
  expect(vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
  expect(steps).toEqual(['chore', 'chore', 'index', 'index']);
});

test('what can wait takes turns', () => {
  const endless = (name: string): Unhurried => ({
    stored: () => undefined,
    waitMs: () => (steps.length < 4 ? 0 : null),
    step: () => void steps.push(name),
  });
  const noChores = { isBusy: false, step: () => undefined };
  new Meantime(new Pulse(), noChores, endless('one'), endless('two')).use();
  vi.runAllTimers();
  expect(steps).toEqual(['one', 'two', 'one', 'two']);
});

test('what somebody waits for goes before the step that was to come, which follows at once', () => {
  chores = 2;
  meantime.giveWay();
  meantime.use();
  setImmediate(() => steps.push('commit'));
  meantime.giveWay();
  vi.runAllTimers();
  expect(steps).toEqual(['commit', 'chore', 'chore']);
});

test('a chore that comes while indexing rests does not wait for it', () => {
  waits = [10_000];
  meantime.use();
  vi.advanceTimersByTime(100);
  chores = 1;
  meantime.use();
  vi.advanceTimersByTime(100);
  expect(steps).toEqual(['chore']);
  waits = [0];
  vi.advanceTimersByTime(10_000);
  expect(steps).toEqual(['chore', 'index']);
});

test('after the stop nothing is done and nothing is left to wait for', () => {
  waits = [10];
  meantime.use();
  meantime.use();
  expect(vi.getTimerCount()).toBe(1);
  meantime.stop();
  expect(vi.getTimerCount()).toBe(0);
  waits = [0];
  meantime.use();
  expect(vi.getTimerCount()).toBe(0);
});

test('nor is what was about to be done when it stopped', () => {
  chores = 1;
  meantime.use();
  meantime.stop();
  vi.runAllTimers();
  expect(steps).toEqual([]);
});

test('what can wait hears how long exporters had the thread', () => {
  meantime.stored(7);
  expect(steps).toEqual(['rests from 7']);
});
