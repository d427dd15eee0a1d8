import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pulse } from '../pulse.ts';
import { BackgroundScheduler, type BackgroundTask } from './background-scheduler.ts';

let steps: string[];
/** Steps of chores that are left, and how long indexing has to wait for each of its own. */
let chores: number;
let choresWaitMs: number;
let waits: number[];
let background: BackgroundScheduler;

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
  chores = 0;
  choresWaitMs = 0;
  waits = [];
  background = new BackgroundScheduler(
    new Pulse(),
    {
      waitMs: () => (chores > 0 ? choresWaitMs : null),
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
  background.schedule();
  expect(vi.getTimerCount()).toBe(0);
});

test('chores go before indexing, one step at a time', () => {
  chores = 2;
  waits = [0, 0];
  background.schedule();
  background.schedule();
  expect(vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
  expect(steps).toEqual(['chore', 'chore', 'index', 'index']);
});

test('chores that wait for the log are asked again when they say, and keep nothing else from its turn', () => {
  chores = 1;
  choresWaitMs = 5;
  waits = [0];
  background.schedule();
  vi.advanceTimersByTime(12);
  expect(steps).toEqual(['index']);
  waits = [0];
  choresWaitMs = 0;
  vi.runAllTimers();
  expect(steps).toEqual(['index', 'chore', 'index']);
});

test('what can wait takes turns', () => {
  const endless = (name: string): BackgroundTask => ({
    stored: () => undefined,
    waitMs: () => (steps.length < 4 ? 0 : null),
    step: () => void steps.push(name),
  });
  const noChores = { waitMs: () => null, step: () => undefined };
  new BackgroundScheduler(new Pulse(), noChores, endless('one'), endless('two')).schedule();
  vi.runAllTimers();
  expect(steps).toEqual(['one', 'two', 'one', 'two']);
});

test('what somebody waits for goes before the step that was to come, which follows at once', () => {
  chores = 2;
  background.giveWay();
  background.schedule();
  setImmediate(() => steps.push('commit'));
  background.giveWay();
  vi.runAllTimers();
  expect(steps).toEqual(['commit', 'chore', 'chore']);
});

test('a chore that comes while indexing rests does not wait for it', () => {
  waits = [10_000];
  background.schedule();
  vi.advanceTimersByTime(100);
  chores = 1;
  background.schedule();
  vi.advanceTimersByTime(100);
  expect(steps).toEqual(['chore']);
  waits = [0];
  vi.advanceTimersByTime(10_000);
  expect(steps).toEqual(['chore', 'index']);
});

test('after the stop nothing is done and nothing is left to wait for', () => {
  waits = [10];
  background.schedule();
  background.schedule();
  expect(vi.getTimerCount()).toBe(1);
  background.stop();
  expect(vi.getTimerCount()).toBe(0);
  waits = [0];
  background.schedule();
  expect(vi.getTimerCount()).toBe(0);
});

test('nor is what was about to be done when it stopped', () => {
  chores = 1;
  background.schedule();
  background.stop();
  vi.runAllTimers();
  expect(steps).toEqual([]);
});

test('what can wait hears how long exporters had the thread', () => {
  background.stored(7);
  expect(steps).toEqual(['rests from 7']);
});
