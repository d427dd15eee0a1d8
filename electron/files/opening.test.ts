import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Notice } from '../contract/bridge.ts';
import { Notices } from '../notices.ts';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import type { StartRequest } from '../start-request.ts';
import { app } from '../testing/electron-stand-in.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { Opening } from './opening.ts';

const event = { preventDefault: () => {} };
const trace = (n: number): string => `/p/default/traces/${traceIdOf(n)}`;
const nothing: StartRequest = { path: null, files: [], hidden: false };
let shown: (string | null)[];
let opening: Opening;
beforeEach(() => {
  app.removeAllListeners();
  shown = [];
  opening = new Opening();
});
const begin = (request: Partial<StartRequest> = {}): void =>
  opening.begin(
    {
      request: () => Promise.reject(new Error('no collector')),
      show: (path) => void shown.push(path),
      notices: new Notices(() => {}),
    },
    { ...nothing, ...request },
  );

test('a link that comes before the window is where that opens, in one load', () => {
  app.emit('open-url', event, `tracedeck://trace/${traceIdOf(1)}`);
  app.emit('activate');
  begin();
  expect(shown).toEqual([trace(1)]);
  app.emit('open-url', event, `tracedeck://trace/${traceIdOf(2)}?span=${spanIdOf(3)}`);
  expect(shown.at(-1)).toBe(`${trace(2)}?span=${spanIdOf(3)}`);
});

test('the last of several counts, and goes before that of the start', () => {
  app.emit('open-url', event, `tracedeck://trace/${traceIdOf(1)}`);
  app.startAgain(['/electron', `tracedeck://trace/${traceIdOf(2)}`], '/', null);
  begin({ path: trace(3) });
  expect(shown).toEqual([trace(2)]);
});

test('a hidden start shows no window, unless somebody has asked for it meanwhile', () => {
  begin({ hidden: true });
  expect(shown).toEqual([]);
  app.removeAllListeners();
  opening = new Opening();
  app.emit('activate');
  begin({ hidden: true });
  expect(shown).toEqual([null]);
});

test('files that come before the window are opened after it', async () => {
  app.emit('open-file', event, '/none/a.json');
  begin();
  await expect.poll(() => shown.length).toBe(2);
  expect(shown).toEqual([null, null]);
});

test('a file that the system hands over shows the window before it is read, also after a hidden start', async () => {
  begin({ hidden: true });
  app.emit('open-file', event, '/none/a.json');
  expect(shown).toEqual([null]);
  await expect.poll(() => shown).toEqual([null, null]);
});

test('a file goes into the project that is named, and ends with those that wait when that is asked for', async () => {
  const folder = testFolder();
  const files = ['a', 'b', 'c'].map((name) => path.join(folder, name));
  for (const file of files) writeFileSync(file, 'x');
  const asked: string[] = [];
  const told: (readonly Notice[])[] = [];
  const report = { items: 1, bad: 0, problems: [], trace_id: null, requests: 1 };
  const request = (where: string, { signal }: RequestInit): Promise<Response> => {
    asked.push(where);
    if (asked.length > 1) return Promise.resolve(Response.json(report));
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  const notices = new Notices((all) => void told.push(all));
  opening.begin({ request, show: (to) => void shown.push(to), notices }, { ...nothing, hidden: true });
  opening.files(files.slice(0, 2), 'shop');
  await expect.poll(() => asked).toEqual(['/api/v1/project/shop/otel/import']);
  expect(notices.list()).toMatchObject([{ text: 'Opening a', actions: ['cancel-opening'] }]);
  opening.cancel();
  opening.files(files.slice(2));
  await expect.poll(() => asked.at(-1)).toBe('/api/v1/project/default/otel/import');
  await expect.poll(() => notices.list()).toEqual([]);
  expect(told.flat().map(({ text }) => text)).not.toContain('Opening b');
  expect(shown).toEqual([null]);
});

test('the values of flags of a second start are no files, and its files no values', async () => {
  const asked: string[] = [];
  const notices = new Notices((all) => asked.push(...all.map(({ text }) => text)));
  const request = (): Promise<Response> => Promise.reject(new Error('no collector'));
  opening.begin({ request, show: (to) => void shown.push(to), notices }, nothing);
  app.isPackaged = true;
  for (const words of [
    ['run.jsonl', '--data-dir', '/home/me/data'],
    ['--port', '7000', '--data-dir', '/home/me/data'],
    ['--data-dir', '/home/me/data', '--port', '7000', 'last.jsonl'],
  ])
    app.startAgain(['/tracedeck', ...words], '/none', { argv: ['/tracedeck', ...words] });
  app.isPackaged = false;
  const opened = (): string[] => asked.filter((text) => text.startsWith('Opening'));
  await expect.poll(() => new Set(opened())).toEqual(new Set(['Opening run.jsonl', 'Opening last.jsonl']));
});
