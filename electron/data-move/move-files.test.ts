import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Health } from '../../collector/contract/health.ts';
import { read } from '../../collector/testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { store } from '../../collector/testing/otlp-client.ts';
import { startCollector } from '../../collector/testing/start-collector.ts';
import { copyData, planMove, removeSource, type Move } from './move-files.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

// Whole collectors start and stop in each of them.
let folder: string;
let from: string;
let to: string;
beforeEach(() => {
  folder = testFolder();
  from = path.join(folder, 'old');
  to = path.join(folder, 'new', 'place');
});

const put = (name: string, text = 'x'): void => {
  const file = path.join(from, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const never = new AbortController().signal;
const ignore = (): void => {};
const copy = async (signal = never): Promise<number> => {
  const move = await planMove(from, to);
  let seen = 0;
  await copyData(move, { signal, onProgress: (bytes) => (seen = bytes), onCopied: ignore });
  expect(seen).toBe(move.bytes);
  return move.bytes;
};

test.runIf(process.platform === 'linux')('a place that cannot be made is refused', async () => {
  const move = { from, to: '/proc/tracedeck/data', files: [], bytes: 0 };
  const options = { signal: never, onProgress: ignore, onCopied: ignore };
  await expect(copyData(move, options)).rejects.toThrow('ENOENT');
});

test('the data of a collector is whole in its new place, and gone from the old', async () => {
  const first = await startCollector({ dataDir: from, configure: (config) => (config.auth.enabled = true) });
  await first.stop();
  const second = await startCollector({ dataDir: from });
  await store(second.url, 'default', { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });
  await second.stop();
  put('window/Cookies');
  put('window/Local Storage/leveldb/000001.log', 'theme');
  put('window/Local Storage/leveldb/LOCK');
  put('logs/tracedeck.log');

  const move = await planMove(from, to);
  await copy();
  await removeSource(move);

  expect(readFileSync(path.join(to, 'window/Local Storage/leveldb/000001.log'), 'utf8')).toBe('theme');
  for (const left of [
    'window/Cookies',
    'window/Local Storage/leveldb/LOCK',
    'logs',
    'running.json',
    'lock.db',
  ])
    expect(existsSync(path.join(to, left)), left).toBe(false);
  expect(existsSync(path.join(from, 'tracedeck.db'))).toBe(false);
  expect(existsSync(path.join(from, 'logs/tracedeck.log'))).toBe(true);
  const moved = await startCollector({ dataDir: to });
  try {
    const health = await read(Health, `${moved.url}/api/v1/health`);
    expect(health.storage).toMatchObject({ path: to, spans: 1 });
  } finally {
    await moved.stop();
  }
});

test.skipIf(process.platform === 'win32')('only its user may read the new place', async () => {
  put('tracedeck.db');
  await copy();
  expect(statSync(to).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(to, 'tracedeck.db')).mode & 0o777).toBe(0o600);
});

test('a place that is not empty, inside the old, around it or the same is refused', async () => {
  put('tracedeck.db');
  mkdirSync(path.join(folder, 'full'));
  writeFileSync(path.join(folder, 'full', 'x'), '');
  await expect(planMove(from, path.join(folder, 'full'))).rejects.toThrow('is not empty');
  for (const near of [from, path.join(from, 'below'), folder])
    await expect(planMove(from, near)).rejects.toThrow('one inside the other');
  await expect(planMove(from, path.join(folder, 'full', 'x'))).rejects.toThrow("can't be used (ENOTDIR)");
  await expect(planMove(from, 'relative')).rejects.toThrow('no absolute path');
  await expect(planMove(from, path.join(folder, 'old-2'))).resolves.toMatchObject({ bytes: 1 });
});

test.skipIf(process.platform === 'win32')('a place without room for all of it is refused', async () => {
  put('tracedeck.db');
  truncateSync(path.join(from, 'tracedeck.db'), 2 ** 43);
  await expect(planMove(from, to)).rejects.toThrow(/has room for \d+ bytes, and 8796093022208 are needed/);
});

test.each([true, false])(
  'a move that is cancelled leaves both places as they were, the new one there before: %s',
  async (was) => {
    put('tracedeck.db', 'x'.repeat(300_000));
    put('tokens/a.json');
    if (was) mkdirSync(to, { recursive: true });
    const cancel = new AbortController();
    const move = await planMove(from, to);
    const copying = copyData(move, {
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
      onCopied: ignore,
    });
    await expect(copying).rejects.toThrow('cancelled; everything is where it was');
    expect(existsSync(to)).toBe(was);
    expect(was ? readdirSync(to) : []).toEqual([]);
    expect(readdirSync(from).toSorted()).toEqual(['tokens', 'tracedeck.db']);
  },
);

test('a move that is cancelled leaves what an earlier one has left, also files of the same names', async () => {
  put('window/Local Storage/a', 'new');
  const left = path.join(to, 'window/Local Storage/a');
  mkdirSync(path.dirname(left), { recursive: true });
  writeFileSync(left, 'old');
  const cancel = new AbortController();
  const copying = copyData(await planMove(from, to), {
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
    onCopied: ignore,
  });
  await expect(copying).rejects.toThrow('cancelled; everything is where it was');
  expect(readFileSync(left, 'utf8')).toBe('old');
});

test('what a move that was killed has copied is no data, and the next move takes it away', async () => {
  put('tracedeck.db', 'x'.repeat(300_000));
  put('window/Local Storage/a', 'new');
  mkdirSync(path.join(to, 'window/Local Storage'), { recursive: true });
  writeFileSync(path.join(to, 'window/Local Storage/b'), 'old');
  const killed = path.join(folder, 'killed');
  const move = await planMove(from, to);
  const onProgress = (bytes: number): void => {
    if (bytes === move.bytes) cpSync(to, killed, { recursive: true });
  };
  await copyData(move, { signal: never, onProgress, onCopied: ignore });
  expect(readdirSync(path.join(killed, 'window/Local Storage'))).toEqual(['b']);

  await copyData(await planMove(from, killed), { signal: never, onProgress: ignore, onCopied: ignore });
  expect(readdirSync(killed).toSorted()).toEqual(['tracedeck.db', 'window']);
  expect(readdirSync(path.join(killed, 'window/Local Storage'))).toEqual(['a']);
});

test('a link among the data is neither left out nor followed, one to settings stays', async () => {
  put('auth.key');
  put('mine.json');
  const settings = path.join(from, 'config.json');
  symlinkSync(path.join(from, 'mine.json'), settings);
  expect((await planMove(from, to, [settings])).files).toEqual([{ name: 'auth.key', bytes: 1 }]);
  symlinkSync(path.join(folder, 'large-disk.db'), path.join(from, 'tracedeck.db'));
  await expect(planMove(from, to, [settings])).rejects.toThrow(
    /tracedeck\.db is a link: put what it leads to/,
  );
});

test('files with settings stay, by whatever link they are known, and the data may come back beside them', async () => {
  put('tracedeck.db');
  put('config.json', '{}');
  put('mine.json', '{}');
  put('logs/tracedeck.log');
  put('window/Local Storage/leveldb/000001.log', 'theme');
  mkdirSync(path.join(from, 'tokens'));
  const link = path.join(folder, 'link.json');
  symlinkSync(path.join(from, 'mine.json'), link);
  const settingsFiles = [path.join(from, 'config.json'), link, path.join(folder, 'none.json')];
  const options = { signal: never, onProgress: ignore, onCopied: ignore };

  const there = await planMove(from, to, settingsFiles);
  await copyData(there, options);
  await removeSource(there);
  expect(readdirSync(to).toSorted()).toEqual(['tracedeck.db', 'window']);
  expect(readdirSync(from).toSorted()).toEqual(['config.json', 'logs', 'mine.json', 'window']);

  rmSync(path.join(to, 'window/Local Storage/leveldb/000001.log'));
  writeFileSync(path.join(to, 'window/Local Storage/leveldb/000002.log'), 'another theme');
  const back = await planMove(to, from, settingsFiles);
  await copyData(back, options);
  expect(existsSync(path.join(from, 'tracedeck.db'))).toBe(true);
  expect(readdirSync(path.join(from, 'window/Local Storage/leveldb'))).toEqual(['000002.log']);
  expect(readdirSync(path.join(from, 'window'))).toEqual(['Local Storage']);
});

test('on Windows the command on the PATH and the compiled code stay, and the data may come back beside them', async () => {
  const system = Object.getOwnPropertyDescriptor(process, 'platform')!;
  onTestFinished(() => void Object.defineProperty(process, 'platform', system));
  put('tracedeck.db');
  put('bin/tracedeck.cmd');
  put('Cache/code-0.1.0/x');
  const namesOf = (move: Move): string[] => move.files.map(({ name }) => name);
  expect(namesOf(await planMove(from, to))).toHaveLength(3);
  Object.defineProperty(process, 'platform', { ...system, value: 'win32' });
  const there = await planMove(from, to);
  expect(namesOf(there)).toEqual(['tracedeck.db']);
  await copyData(there, { signal: never, onProgress: ignore, onCopied: ignore });
  await removeSource(there);
  expect(readdirSync(from).toSorted()).toEqual(['Cache', 'bin']);
  expect(namesOf(await planMove(to, from))).toEqual(['tracedeck.db']);
});

test('a move back that fails leaves what an earlier move has left', async () => {
  put('tracedeck.db');
  put('window/Local Storage/a', 'new');
  mkdirSync(path.join(to, 'window/Local Storage'), { recursive: true });
  writeFileSync(path.join(to, 'window/Local Storage/b'), 'old');
  const onCopied = (): never => {
    throw new Error('no settings');
  };
  const copying = copyData(await planMove(from, to), { signal: never, onProgress: ignore, onCopied });
  await expect(copying).rejects.toThrow('no settings');
  expect(readdirSync(to)).toEqual(['window']);
  expect(readdirSync(path.join(to, 'window/Local Storage'))).toEqual(['b']);
});

test('a move that counts by then is not taken back for what can no longer be tidied up', async () => {
  put('tracedeck.db');
  const window = path.join(to, 'window');
  mkdirSync(path.join(window, 'Local Storage'), { recursive: true });
  const move = await planMove(from, to);
  const onCopied = (): void => {
    rmSync(window, { recursive: true });
    writeFileSync(window, 'a folder that is none any more');
  };
  await copyData(move, { signal: never, onProgress: ignore, onCopied });
  expect(readFileSync(path.join(to, 'tracedeck.db'), 'utf8')).toBe('x');
});
