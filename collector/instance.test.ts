import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { announceInstance } from './instance.ts';
import { makeSmallDisk } from './testing/small-disk.ts';
import { testFolder } from './testing/test-folder.ts';

const URL_OF_IT = 'http://127.0.0.1:4319';
const IT = { url: URL_OF_IT, lasts: true };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('an address is written down and taken away', () => {
  const directory = testFolder();
  const leave = announceInstance(directory, IT, () => expect.unreachable());
  expect(JSON.parse(readFileSync(path.join(directory, 'running.json'), 'utf8'))).toMatchObject({
    http: URL_OF_IT,
  });
  leave();
  expect(readdirSync(directory)).toEqual([]);
});

test('one that can not be written down is told once, and written down as soon as it can', () => {
  const directory = testFolder();
  const file = path.join(directory, 'running.json');
  mkdirSync(file);
  const told: string[] = [];
  const leave = announceInstance(directory, IT, (why) => told.push(why));
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([
    expect.stringMatching(/^other commands of Tracedeck do not find this collector yet: .*EISDIR/),
  ]);
  expect(readdirSync(directory)).toEqual(['running.json']);
  rmdirSync(file);
  vi.advanceTimersByTime(10_000);
  expect(readFileSync(file, 'utf8')).toContain(URL_OF_IT);
  leave();
  expect(existsSync(file)).toBe(false);
});

test('one that another collector has left there meanwhile stays', () => {
  const directory = testFolder();
  const leave = announceInstance(directory, IT, () => expect.unreachable());
  rmSync(path.join(directory, 'running.json'));
  const another = announceInstance(directory, { ...IT, url: 'http://127.0.0.1:4320' }, () =>
    expect.unreachable(),
  );
  leave();
  expect(readFileSync(path.join(directory, 'running.json'), 'utf8')).toContain(':4320');
  another();
  expect(readdirSync(directory)).toEqual([]);
});

test('one that can not be taken away any more keeps nobody from ending', (context) => {
  const disk = makeSmallDisk(1);
  if (typeof disk === 'string') return context.skip(disk);
  onTestFinished(() => disk.remove());
  const leave = announceInstance(disk.folder, IT, () => expect.unreachable());
  disk.setReadOnly(true);
  leave();
  expect(readdirSync(disk.folder)).toEqual(['running.json']);
});

test('one that can not be read any more keeps nobody from ending', () => {
  const directory = testFolder();
  const file = path.join(directory, 'running.json');
  const leave = announceInstance(directory, IT, () => expect.unreachable());
  rmSync(file);
  mkdirSync(file);
  leave();
  expect(readdirSync(directory)).toEqual(['running.json']);
});

test('what lies in its way can not be taken away, and is told', () => {
  const directory = testFolder();
  mkdirSync(path.join(directory, 'running.json.new'));
  const told: string[] = [];
  announceInstance(directory, IT, (why) => told.push(why))();
  expect(told).toEqual([expect.stringContaining('EISDIR')]);
});

test('what stands in its place stays at the end', () => {
  const directory = testFolder();
  mkdirSync(path.join(directory, 'running.json'));
  announceInstance(directory, IT, () => undefined)();
  expect(readdirSync(directory)).toEqual(['running.json']);
});
